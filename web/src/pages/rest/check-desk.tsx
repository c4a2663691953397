import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { Confirm } from '../../app/confirm.tsx';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { Outline } from '../../app/outline.tsx';
import { useCommands } from '../../app/use-commands.ts';
import { originalOf } from '../../data/images/originals.ts';
import { readImages } from '../../data/images/read-images.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { nameIn } from '../../data/records/tags.ts';
import { type Check, keepCheck, NONE, rightOf, say } from '../../data/rest/check.ts';
import { finishCheck } from '../../data/rest/rest.ts';
import { useText } from '../../text/use-text.tsx';
import { CommandButton } from '../../ui/form/command-button.tsx';
import { keepFocus } from '../../ui/frame/keep-focus.ts';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { keysOfClasses } from '../dataset/keys-of-classes.ts';
import { useJudge } from '../dataset/use-judge.ts';
import { ClassChoice } from '../review/class-choice.tsx';
import look from '../review/review.module.css';
import { Facts } from '../viewer/facts.tsx';
import { Picture } from '../viewer/picture.tsx';
import { checkCommands, wholeCommands } from './commands.ts';
import styles from './rest.module.css';

interface CheckProps {
  dataset: Dataset;
  check: Check;
}

/** One suggestion after the other: right, or which class it is. */
export function CheckDesk({ dataset, check }: CheckProps) {
  const { sample, said } = check;
  const { data, error } = useQuery({
    queryKey: ['check', check.acceptance],
    queryFn: () => readImages(sample.map(({ image }) => image)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [at, setAt] = useState(() => {
    const open = sample.findIndex(({ image }) => said[image] === undefined);
    return open < 0 ? sample.length : open;
  });
  if (error) return <CouldNotLoad error={error} />;
  if (!data) return <Outline />;
  if (at >= sample.length)
    return <Whole dataset={dataset} check={check} onBack={() => setAt(sample.length - 1)} />;
  return <Checking {...{ dataset, check, at }} images={data} onGo={setAt} />;
}

interface CheckingProps extends CheckProps {
  images: ReadonlyMap<string, ListedImage>;
  at: number;
  onGo: (at: number) => void;
}

/** Originals that are loaded in advance. */
const AHEAD = 3;

function Checking({ dataset, check, images, at, onGo }: CheckingProps) {
  const text = useText();
  const { sample, said } = check;
  const { image: id, tag: suggested } = sample[at]!;
  const image = images.get(id);
  useEffect(() => {
    for (const { image } of sample.slice(at, at + 1 + AHEAD)) {
      const next = images.get(image);
      if (next) originalOf(next).catch(() => {});
    }
  }, [sample, images, at]);
  const [isDropping, setDropping] = useState(false);
  const drop = () => keepCheck(dataset.id, null);
  const keys = useMemo(() => keysOfClasses(dataset.tags), [dataset.tags]);
  const nameOf = nameIn(dataset.tags);
  const move = (by: number) => onGo(Math.max(0, Math.min(sample.length, at + by)));
  const { agree, buttons, others, classes } = checkCommands(
    {
      ...{ tags: dataset.tags, keys, suggested, nameOf, move },
      say: (tag) => {
        say(dataset.id, id, tag);
        onGo(at + 1);
      },
      drop: () => (Object.keys(said).length > 0 ? setDropping(true) : drop()),
    },
    text,
  );
  useCommands([agree, ...classes, ...buttons, ...others]);
  const own = said[id];
  return (
    <div className={look.desk}>
      {image ? (
        <Picture dataset={dataset} image={image} />
      ) : (
        <Placeholder title={text.pictureMissing} hint={text.rest.gone} />
      )}
      <aside className={look.side} onMouseDownCapture={keepFocus}>
        <p className={`${styles.progress} tabular`} role="status">
          {text.rest.checked(Object.keys(said).length, sample.length)}
        </p>
        {!check.worthIt && <p className="secondary">{text.rest.notWorthIt(sample.length)}</p>}
        {image && <Facts image={image} />}
        <dl className={styles.words}>
          <dt>{text.rest.suggested}</dt>
          <dd>{nameOf(suggested)}</dd>
          {own !== undefined && (
            <>
              <dt>{text.rest.said}</dt>
              <dd>{own === NONE ? text.rest.none : nameOf(own)}</dd>
            </>
          )}
        </dl>
        <ClassChoice classes={classes} current={own ?? suggested} />
        <div className={look.actions}>
          <CommandButton of={agree} look="primary" />
          {buttons.map((each) => (
            <CommandButton key={each.label} of={each} />
          ))}
        </div>
      </aside>
      <Confirm
        title={text.rest.drop}
        verb={text.rest.drop}
        isOpen={isDropping}
        onClose={() => setDropping(false)}
        onConfirm={async () => drop()}
      >
        {text.rest.dropHint(Object.keys(said).length)}
      </Confirm>
    </div>
  );
}

/** All are judged. Nothing has been sent yet. */
function Whole({ dataset, check, onBack }: CheckProps & { onBack: () => void }) {
  const text = useText();
  const { rest } = text;
  const judge = useJudge(dataset.id, nameIn(dataset.tags));
  const label = (images: readonly ListedImage[], tag: string) => void judge(images, { tag });
  const accept = { label: rest.accept(check.suggestions), run: () => void finishCheck(dataset.id, label) };
  const commands = wholeCommands(accept, onBack, text);
  useCommands(commands);
  return (
    <Placeholder
      icon={<CheckIcon size={40} />}
      title={rest.allChecked(rightOf(check), check.sample.length)}
      hint={rest.allCheckedHint(check.suggestions)}
    >
      {commands.map((each, index) => (
        <CommandButton key={each.label} of={each} {...(index === 0 && { look: 'primary' as const })} />
      ))}
    </Placeholder>
  );
}
