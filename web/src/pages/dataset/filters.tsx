import { lazy, Suspense, useState } from 'react';
import { AND, useQueryState } from '../../app/places/query-state.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import type { TimelineGroup } from '../../data/records/timeline.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { type Choice, Select } from '../../ui/form/select.tsx';
import { Dialog } from '../../ui/frame/dialog.tsx';
import { DateFilter } from './date-filter.tsx';
import {
  type Chosen,
  type FilterName,
  type FilterState,
  isFiltered,
  mostOf,
  OLDEST,
  onlyFilter,
  SETS,
  valuesOf,
} from './filter.ts';

const ChooseSeveral = lazy(async () => ({
  default: (await import('../../ui/form/choose-several.tsx')).ChooseSeveral,
}));

/** No ids of records. */
const [ANY, MORE] = ['/any', '/more'];
const NEWEST = 'newest';

interface FiltersProps {
  dataset: Dataset;
  monitors: readonly Monitor[];
  /** Of the page that shows the images. */
  timeline?: ReadonlyMap<string, TimelineGroup>;
  state: FilterState;
  onChange: (change: Partial<Record<FilterName, string | undefined>>) => void;
}

export function Filters({ dataset, monitors, timeline, state, onChange }: FiltersProps) {
  const text = useText();
  const choices = useChoices(dataset, monitors);
  const clear = () => onChange(onlyFilter({}));
  return (
    <>
      {choices.map((each) => (
        <Filter key={each.name} {...each} state={state} onChange={onChange} />
      ))}
      <DateFilter timeline={timeline} state={state} onChange={onChange} />
      {isFiltered(state) && (
        <Button look="quiet" onPress={clear}>
          {text.clearFilters}
        </Button>
      )}
      {timeline && <Order />}
    </>
  );
}

/** One of its values, or several that are ticked in a dialog. */
function Filter({
  name,
  label,
  all,
  values,
  some,
  state,
  onChange,
}: FilterChoices & Pick<FiltersProps, 'state' | 'onChange'>) {
  const text = useText();
  const [isChoosing, setChoosing] = useState(false);
  const chosen = valuesOf(name, state);
  const value = chosen.length > 0 ? chosen.join(AND) : ANY;
  const names = chosen.map((id) => values.find((each) => each.id === id)?.label ?? id);
  const summary = names.length > 2 ? some?.(names.length) : names.join(', ');
  const change = (next: readonly string[]) => onChange({ [name]: next.join(AND) });
  const choices = [
    { id: ANY, label: all },
    // Several, or one that is gone.
    ...(value === ANY || values.some(({ id }) => id === value) ? [] : [{ id: value, label: summary ?? '' }]),
    ...values,
    ...(some && values.length > 1 ? [{ id: MORE, label: text.several }] : []),
  ];
  return (
    <>
      <Select
        label={label}
        choices={choices}
        value={value}
        isMarked={value !== ANY}
        onChange={(id) => (id === MORE ? setChoosing(true) : change(id === ANY ? [] : [id]))}
      />
      <Dialog title={label} isOpen={isChoosing} onClose={() => setChoosing(false)}>
        <Suspense>
          <ChooseSeveral
            {...{ chosen, choices: values, most: mostOf(name, state), onChoose: change }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Which images come first; in the address, like the filters. */
function Order() {
  const text = useText();
  const [{ order = NEWEST }, change] = useQueryState(['order']);
  const choices = [
    { id: NEWEST, label: text.newestFirst },
    { id: OLDEST, label: text.oldestFirst },
  ];
  return (
    <Select
      label={text.order}
      choices={choices}
      value={order === OLDEST ? OLDEST : NEWEST}
      isMarked={order === OLDEST}
      onChange={(next) => change({ order: next === OLDEST ? next : undefined })}
    />
  );
}

interface FilterChoices {
  name: Chosen;
  label: string;
  /** Text of the choice that turns the filter off. */
  all: string;
  values: readonly Choice[];
  /** `3 classes`; absent: only one value can be chosen. */
  some?: (values: number) => string;
}

function useChoices({ tags }: Dataset, monitors: readonly Monitor[]): FilterChoices[] {
  const text = useText();
  const isLabelled = [
    { id: 'true', label: text.labelled },
    { id: 'false', label: text.unlabelled },
  ];
  const isChecked = [
    { id: 'true', label: text.checked },
    { id: 'false', label: text.notChecked },
  ];
  const sets = SETS.map((id) => ({ id, label: text[`set${id}`] }));
  const cameras: FilterChoices = {
    ...{ name: 'monitor', label: text.monitors, all: text.allCameras, some: text.someCameras },
    values: monitors.map(toChoice),
  };
  const classes = tags.map(toChoice);
  return [
    { name: 'tag', label: text.setClass, all: text.allClasses, values: classes, some: text.classes },
    { name: 'set', label: text.setSet, all: text.allSets, values: sets, some: text.someSets },
    { name: 'labelled', label: text.labelledOrNot, all: text.labelledOrNot, values: isLabelled },
    { name: 'checked', label: text.checkedOrNot, all: text.checkedOrNot, values: isChecked },
    ...(monitors.length > 0 ? [cameras] : []),
  ];
}

const toChoice = ({ id, name }: { id: string; name: string }): Choice => ({ id, label: name });
