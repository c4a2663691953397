import { addresses } from '../../app/places/addresses.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { toChoices } from '../versions/choices.ts';
import { TOLD_SETS } from './figures.ts';
import styles from './models.module.css';
import type { AgainstState } from './use-against.ts';

/** Chooses the version and the set that models are compared with; says so where there is no version. */
export function AgainstChoice({ dataset, against }: { dataset: Dataset; against: AgainstState }) {
  const text = useText();
  const { isKnown, versions, version, set, change } = against;
  if (!isKnown) return null;
  if (!version)
    return (
      <div className={styles.note} role="note">
        <p>{text.models.noVersion}</p>
        {mayEdit(dataset.role) && (
          <ButtonLink href={addresses.newVersion(dataset.id)}>{text.models.makeVersion}</ButtonLink>
        )}
      </div>
    );
  return (
    <>
      <Select
        label={text.models.versionOf}
        isLabelShown
        choices={toChoices(versions, text)}
        value={String(version.number)}
        onChange={(number) => change({ version: number })}
      />
      <Select
        label={text.models.set}
        isLabelShown
        choices={TOLD_SETS.map((id) => ({
          id,
          label: `${text[`set${id}`]} (${text.number(version.counts?.sets[id] ?? 0)})`,
        }))}
        value={set}
        onChange={(next) => change({ set: next })}
      />
    </>
  );
}
