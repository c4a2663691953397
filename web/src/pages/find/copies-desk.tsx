import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import type { FoundImage } from '../../data/find/found.ts';
import { membersOf } from '../../data/find/group.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { nameIn } from '../../data/records/tags.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { wordsOf } from '../judging/judged-words.ts';
import { OneDesk } from '../viewer/one-desk.tsx';
import { copiesCommands } from './commands.ts';
import { areMixed, besides } from './keep.ts';
import type { Keeping } from './use-keeping.ts';

interface CopiesDeskProps {
  dataset: Dataset;
  groups: readonly FoundImage[];
  /** Id of the one that is shown. */
  shown: string;
  keeping: Keeping;
  onShow: (image: string | undefined, options?: { replace: boolean }) => void;
}

/** One near copy after the other: the one that is shown would be kept. */
export function CopiesDesk({ dataset, groups, shown, keeping, onShow }: CopiesDeskProps) {
  const text = useText();
  const { language } = useLanguage();
  const [, go] = useLocation();
  const group = groups.find((each) => membersOf(each).some(({ id }) => id === shown))!;
  const images = membersOf(group);
  const at = images.findIndex(({ id }) => id === shown);
  const { label } = wordsOf(images[at]!, [], { text, language, nameOf: nameIn(dataset.tags) });
  const replace = { replace: true };
  const isEditor = mayEdit(dataset.role);
  const keep = () => {
    // Before it is gone, so that the next group is shown.
    const next = besides(groups, group);
    onShow(next && keeping.keptIn(next).id, replace);
    keeping.keep([group]);
  };
  const move = (by: number) => {
    const other = groups[groups.indexOf(group) + by];
    if (other) onShow(keeping.keptIn(other).id, replace);
  };
  const open = () => go(addresses.image(dataset.id, shown));
  const { buttons, others } = copiesCommands({ isEditor, keep, open, move }, text);
  return (
    <OneDesk
      {...{ dataset, images, at, others }}
      main={isEditor ? buttons[0] : undefined}
      commands={buttons.slice(isEditor ? 1 : 0)}
      onGo={(to) => {
        keeping.choose(group, images[to]!.id);
        onShow(images[to]!.id, replace);
      }}
      onClose={() => {
        keeping.choose(group, shown);
        onShow(undefined);
      }}
      note={areMixed(group) && text.find.mixed}
      words={
        <>
          <dt>{text.find.copies(images.length)}</dt>
          <dd className="tabular">{`${at + 1} / ${images.length}`}</dd>
          <dt>{text.models.label}</dt>
          <dd>{label}</dd>
        </>
      }
    />
  );
}
