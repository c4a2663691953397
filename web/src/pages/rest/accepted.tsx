import { byLine } from '../../app/places/by-line.ts';
import { notify } from '../../app/state/toasts.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useNames } from '../../data/records/people.ts';
import { mayEdit } from '../../data/records/role.ts';
import { type ListedAcceptance, undoAcceptance, useAcceptances } from '../../data/rest/rest.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Line, Lines } from '../../ui/lines/lines.tsx';
import { TimeText } from '../../ui/time-text.tsx';

/** What was accepted in bulk, by anybody, which whoever may edit can take back. */
export function Accepted({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const { rest } = text;
  const { data } = useAcceptances(dataset.id);
  const nameOf = useNames({ kind: 'dataset', ...dataset });
  const done = data?.acceptances.filter(({ state }) => state !== 'open') ?? [];
  if (done.length === 0) return null;
  const takeBack = ({ acceptance }: ListedAcceptance) =>
    void undoAcceptance(dataset.id, acceptance, (restored, changed) =>
      notify({ message: rest.takenBack(restored, changed) }),
    );
  return (
    <Part title={rest.acceptedBefore} hint={rest.acceptedBeforeHint}>
      <Lines>
        {done.map((each) => (
          <Line
            key={each.acceptance}
            mark={<CheckIcon />}
            name={rest.labelledAtOnce(each.accepted)}
            details={
              <>
                {each.state === 'undone' ? rest.isTakenBack(each.restored) : rest.unreviewed(each.unreviewed)}
                {' · '}
                <TimeText at={each.at} /> {byLine(each.by, nameOf, text)}
              </>
            }
          >
            {mayEdit(dataset.role) && each.state === 'accepted' && (
              <Button onPress={() => takeBack(each)}>{rest.takeBack}</Button>
            )}
          </Line>
        ))}
      </Lines>
    </Part>
  );
}
