import { useQueryState } from '../../app/places/query-state.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import type { Monitor } from '../../data/records/monitors.ts';
import type { TimelineGroup } from '../../data/records/timeline.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { type Choice, Select } from '../../ui/form/select.tsx';
import { DateFilter } from './date-filter.tsx';
import { type FilterName, type FilterState, isFiltered, OLDEST, onlyFilter, SETS } from './filter.ts';

const ANY = 'any';
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
      {choices.map(({ name, label, all, values }) => (
        <Select
          key={name}
          label={label}
          choices={[{ id: ANY, label: all }, ...values]}
          value={state[name] ?? ANY}
          isMarked={state[name] !== undefined}
          onChange={(value) => onChange({ [name]: value === ANY ? undefined : value })}
        />
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
  name: FilterName;
  label: string;
  /** Text of the choice that turns the filter off. */
  all: string;
  values: readonly Choice[];
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
    ...{ name: 'monitor', label: text.monitors, all: text.allCameras },
    values: monitors.map(toChoice),
  };
  return [
    { name: 'tag', label: text.setClass, all: text.allClasses, values: tags.map(toChoice) },
    { name: 'set', label: text.setSet, all: text.allSets, values: sets },
    { name: 'labelled', label: text.labelledOrNot, all: text.labelledOrNot, values: isLabelled },
    { name: 'checked', label: text.checkedOrNot, all: text.checkedOrNot, values: isChecked },
    ...(monitors.length > 0 ? [cameras] : []),
  ];
}

const toChoice = ({ id, name }: { id: string; name: string }): Choice => ({ id, label: name });
