import { type FormEvent, useMemo, useState } from 'react';
import type { TimelineGroup } from '../../data/records/timeline.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { daysOf, midnight } from './charts/days.ts';
import { type FilterState, toImageFilter } from './filter.ts';

interface DateFilterProps {
  /** Of which the last days are offered. */
  timeline: ReadonlyMap<string, TimelineGroup> | undefined;
  state: FilterState;
  onChange: (change: { from: string | undefined; to: string | undefined }) => void;
}

const OFFERED = 7;
const [ANY, OTHER] = ['any', 'other'];
const idOf = ({ from, to }: { from?: number; to?: number }) => `${from ?? ''}-${to ?? ''}`;
const textOf = (at: number | undefined) => (at === undefined ? undefined : String(at));

/** The days on which the images were taken: one of the last, or a range of days. */
export function DateFilter({ timeline, state, onChange }: DateFilterProps) {
  const text = useText();
  const { language } = useLanguage();
  const days = useMemo(() => daysOf([...(timeline?.values() ?? [])], OFFERED).toReversed(), [timeline]);
  const [isChoosing, setChoosing] = useState(false);
  const { from, to } = toImageFilter(state);
  const range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const isMarked = from !== undefined || to !== undefined;
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short' });
  const choose = (next: { from?: number; to?: number }) =>
    onChange({ from: textOf(next.from), to: textOf(next.to) });
  const shown = days.map((day) => ({ id: idOf(day), label: format.format(day.from), day }));
  const own = isMarked && !shown.some(({ id }) => id === idOf(range));
  const label = [from, to].map((at) => (at === undefined ? '' : format.format(at)));
  const choices = [
    { id: ANY, label: text.anyDay },
    ...(own ? [{ id: idOf(range), label: [...new Set(label)].join(' – ') }] : []),
    ...shown,
    { id: OTHER, label: text.otherDays },
  ];
  return (
    <>
      <Select
        label={text.day}
        choices={choices}
        value={isMarked ? idOf(range) : ANY}
        isMarked={isMarked}
        onChange={(id) => {
          if (id === OTHER) setChoosing(true);
          else if (id !== idOf(range)) choose(shown.find((each) => each.id === id)?.day ?? {});
        }}
      />
      <Dialog title={text.otherDays} isOpen={isChoosing} onClose={() => setChoosing(false)}>
        <Days range={range} onChoose={choose} onClose={() => setChoosing(false)} />
      </Dialog>
    </>
  );
}

interface DaysProps {
  range: { from?: number; to?: number };
  onChoose: (range: { from?: number; to?: number }) => void;
  onClose: () => void;
}

/** `2026-11-24`, in this machine's time zone, as fields for dates have it. */
const dayOf = (at: number | undefined): string =>
  at === undefined ? '' : new Date(at).toLocaleDateString('sv');
const startOf = (day: string): number => new Date(`${day}T00:00`).getTime();

function Days({ range, onChoose, onClose }: DaysProps) {
  const text = useText();
  const [from, setFrom] = useState(dayOf(range.from));
  const [to, setTo] = useState(dayOf(range.to));
  const isTurned = from !== '' && to !== '' && to < from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onChoose({
      ...(from !== '' && { from: startOf(from) }),
      ...(to !== '' && { to: midnight(startOf(to), 1) - 1 }),
    });
  };
  return (
    <Form verb={text.showThem} isBusy={false} canSend={!isTurned} onSubmit={submit} onCancel={onClose}>
      <Field label={text.firstDay} type="date" value={from} onChange={setFrom} autoFocus />
      <Field label={text.lastDay} type="date" value={to} onChange={setTo} />
    </Form>
  );
}
