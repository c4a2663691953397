import type { ReactNode } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { useCommands } from '../../app/use-commands.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import type { Command } from '../../ui/command.ts';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { keepFocus } from '../../ui/frame/keep-focus.ts';
import judging from '../judging/judging.module.css';
import look from '../review/review.module.css';
import { Strip } from '../review/strip.tsx';
import { leafCommands } from './commands.ts';
import { Facts } from './facts.tsx';
import { Picture } from './picture.tsx';

interface OneDeskProps {
  dataset: Dataset;
  images: readonly ListedImage[];
  at: number;
  /** What people come for. */
  main?: Command | undefined;
  commands: readonly Command[];
  /** Commands without a button. */
  others?: readonly Command[];
  isTrashed?: boolean;
  onGo: (at: number) => void;
  onClose: () => void;
  /** Terms and what is said of them, and a note below. */
  words: ReactNode;
  note?: ReactNode;
}

/** One of some tiles at a time, as large as the window allows. */
export function OneDesk({ dataset, images, at, main, commands, others = [], ...props }: OneDeskProps) {
  const { isTrashed = false, onGo, onClose, words, note } = props;
  const text = useText();
  const image = images[at]!;
  const leaf = leafCommands(text, { move: (by) => images[at + by] && onGo(at + by), onClose });
  const buttons = [...commands, ...leaf];
  useCommands([...(main ? [main] : []), ...buttons, ...others]);
  return (
    <div className={look.desk}>
      <Picture dataset={dataset} image={image} isTrashed={isTrashed} />
      <Strip images={images} at={at} onGo={onGo} onMouseDownCapture={keepFocus} />
      <aside className={look.side} onMouseDownCapture={keepFocus}>
        <Facts image={image} />
        <dl className={judging.words}>{words}</dl>
        {note && <p className="secondary">{note}</p>}
        <div className={look.actions}>
          {main && <CommandButton of={main} look="primary" />}
          {buttons.map((each) => (
            <CommandButton key={each.label} of={each} />
          ))}
        </div>
      </aside>
    </div>
  );
}
