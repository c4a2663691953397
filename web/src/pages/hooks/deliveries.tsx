import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { type Hook, type HookOwner, useDeliveries } from '../../data/records/use-hooks.ts';
import { exactTime } from '../../text/time.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './hooks.module.css';
import { inWords } from './in-words.ts';

/** What was sent to a hook, and what became of it; and why nothing is sent any more. */
export function Deliveries({ owner, hook }: { owner: HookOwner; hook: Hook }) {
  const text = useText();
  const words = text.hooks;
  const { language } = useLanguage();
  const { deliveries, error } = useDeliveries(owner, hook.hook);
  const { ended, failing, dropped } = hook;
  return (
    <>
      {ended !== null && <p>{words.endedSince(exactTime(language, ended))}</p>}
      {ended === null && failing !== null && <p>{words.failingSince(exactTime(language, failing))}</p>}
      {dropped > 0 && <p>{words.dropped(dropped)}</p>}
      {error && <CouldNotLoad error={error} />}
      {deliveries?.length === 0 && <p className="secondary">{words.noDeliveries}</p>}
      <ul className={styles.deliveries} aria-busy={!deliveries && !error}>
        {deliveries?.map((each) => (
          <li key={`${each.message}-${each.at}`}>
            <time dateTime={new Date(each.at).toISOString()}>{exactTime(language, each.at)}</time>
            <code>{each.type}</code>
            <span className={classNames(!isDelivered(each) && styles.failed)}>{inWords(each, text)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const isDelivered = ({ answered }: { answered: number | null }): boolean =>
  answered !== null && answered >= 200 && answered < 300;
