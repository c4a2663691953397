import { useMemo, useState } from 'react';
import { Link } from 'react-aria-components';
import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { DatasetPage } from '../../app/places/dataset-page.tsx';
import { usePageCheck } from '../../app/places/page-check.ts';
import { useQueryState } from '../../app/places/query-state.ts';
import { notify } from '../../app/state/toasts.ts';
import { useSubmit } from '../../app/state/use-submit.ts';
import { onOtherPerson } from '../../data/account.ts';
import { hasMarks } from '../../data/images/judgement.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useMonitors } from '../../data/records/monitors.ts';
import { makeVersion } from '../../data/versions/versions.ts';
import { useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { Page, Part } from '../../ui/frame/page.tsx';
import { FILTER_NAMES } from '../dataset/filter.ts';
import { Filters } from '../dataset/filters.tsx';
import { type ClassLabels, toTagMap } from './class-labels.ts';
import { ClassLabelsTable } from './class-labels-table.tsx';
import { Preview } from './preview.tsx';
import { choiceOf, GROUPS, groupOf, OPTION_NAMES, sharesOf, toSplitOptions } from './split-options.ts';
import { followCreation } from './version-creation.ts';
import styles from './versions.module.css';

export const NewVersion = ({ id }: { id: string }) => (
  <DatasetPage id={id} page="versions" needs="editor">
    {(dataset) => <NewVersionForm dataset={dataset} />}
  </DatasetPage>
);

/** What was typed into the form and is not in the address. */
interface TypedForm {
  words: { name: string; note: string };
  labels: ClassLabels;
  save: boolean;
}

const EMPTY: TypedForm = { words: { name: '', note: '' }, labels: {}, save: false };

/** By dataset: what was typed for a version that failed after its form was closed. The form shows it again. */
const failedForms = new Map<string, TypedForm>();
onOtherPerson(() => failedForms.clear());

/** State of the form; what selects the images is in the address. */
function useNewVersion(dataset: Dataset) {
  const text = useText();
  const [, go] = useLocation();
  const [state, change] = useQueryState(OPTION_NAMES);
  const typedBefore = failedForms.get(dataset.id) ?? EMPTY;
  const [words, setWords] = useState(typedBefore.words);
  const [labels, setLabels] = useState(typedBefore.labels);
  const [save, setSave] = useState(typedBefore.save);
  const createPageCheck = usePageCheck();
  const options = useMemo(() => {
    const tagmap = toTagMap(dataset.tags, labels);
    return toSplitOptions(state, { save, ...(tagmap && { tagmap }) });
  }, [state, labels, save, dataset.tags]);
  const { isBusy, submit } = useSubmit(async () => {
    if (!options) return;
    const typed = { words, labels, save };
    failedForms.delete(dataset.id);
    const created = makeVersion(dataset.id, { ...options, name: words.name.trim(), note: words.note.trim() });
    await followCreation(created, {
      isHere: createPageCheck(),
      ready: ({ number }) => showReady(number),
      failed: showFailed(typed, `${addresses.newVersion(dataset.id)}${location.search}`),
      leave: () => go(addresses.versions(dataset.id)),
    });
  });
  const showFailed = (typed: TypedForm, form: string) => (error: unknown) => {
    failedForms.set(dataset.id, typed);
    const { message, requestId } = error as Error & { requestId?: string };
    const name = typed.words.name.trim() || text.newVersion;
    const back = { label: text.open, run: () => go(form) };
    notify({ message: text.versionRefused(name, message), tone: 'failed', requestId, action: back });
  };
  const showReady = (number: number) => {
    const open = { label: text.open, run: () => go(addresses.version(dataset.id, number)) };
    notify({ message: text.versionReady(text.version(number)), action: open });
  };
  return { state, change, words, setWords, labels, setLabels, save, setSave, options, isBusy, submit };
}

function NewVersionForm({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const form = useNewVersion(dataset);
  const { words, setWords, options, isBusy, submit } = form;
  return (
    <Page isWide>
      <header className={styles.head}>
        <Link href={addresses.versions(dataset.id)}>{text.allVersions}</Link>
        <h2>{text.newVersion}</h2>
        <p className="secondary">{text.versionsHint}</p>
      </header>
      <form className={styles.columns} onSubmit={submit}>
        <div className={styles.form}>
          <Field
            label={text.name}
            description={text.versionNameHint}
            value={words.name}
            onChange={(name) => setWords({ ...words, name })}
            maxLength={200}
          />
          <TextArea
            label={text.note}
            rows={2}
            value={words.note}
            onChange={(note) => setWords({ ...words, note: note.slice(0, 2000) })}
          />
          <Split {...form} />
          <Images dataset={dataset} {...form} />
          <Part title={text.labelsOfClasses} hint={text.labelsOfClassesHint}>
            <ClassLabelsTable dataset={dataset} labels={form.labels} onChange={form.setLabels} />
          </Part>
          <div className={styles.actions}>
            <Button type="submit" look="primary" isPending={isBusy} isDisabled={options === null}>
              {text.makeVersion}
            </Button>
          </div>
        </div>
        <Preview dataset={dataset} options={options} />
      </form>
    </Page>
  );
}

type VersionForm = ReturnType<typeof useNewVersion>;

function Split({ state, change, save, setSave, options }: VersionForm) {
  const text = useText();
  const { test, validation } = sharesOf(state);
  const set = (name: 'test' | 'validation') => (value: number) =>
    change({ [name]: Number.isNaN(value) ? undefined : String(value) }, { replace: true });
  return (
    <Part title={text.split} hint={text.splitHint}>
      <div className={styles.fields}>
        <NumberField
          label={text.validationShare}
          value={validation}
          onChange={set('validation')}
          minValue={0}
          maxValue={100}
          error={options === null ? text.sharesTooLarge : null}
        />
        <NumberField
          label={text.testShare}
          value={test}
          onChange={set('test')}
          minValue={0}
          maxValue={100}
          error={options === null ? text.sharesTooLarge : null}
        />
        <Select
          label={text.groupBy}
          isLabelShown
          choices={GROUPS.map((id) => ({ id, label: text[`group_${id}`] }))}
          value={groupOf(state)}
          onChange={(group) => change({ group }, { replace: true })}
        />
      </div>
      <div>
        <Checkbox isSelected={save} onChange={setSave}>
          {text.saveSets}
        </Checkbox>
        <p className="secondary">{text.saveSetsHint}</p>
      </div>
    </Part>
  );
}

function Images({ dataset, state, change }: VersionForm & { dataset: Dataset }) {
  const text = useText();
  const monitors = useMonitors();
  const cameras = monitors.state === 'ready' ? monitors.value : [];
  const filter = Object.fromEntries(
    FILTER_NAMES.flatMap((name) => (state[name] === undefined ? [] : [[name, state[name]]])),
  );
  return (
    <Part title={text.whichImages} hint={text.whichImagesHint}>
      <div className={styles.filters}>
        <Filters
          dataset={dataset}
          monitors={cameras}
          state={filter}
          onChange={(next) => change(next, { replace: true })}
        />
      </div>
      <Choice
        name="inference"
        text={hasMarks(dataset.type) ? text.includeModels : text.includeModelClasses}
        {...{ state, change }}
      />
      <Choice
        name="unchecked"
        text={text.includeUnchecked}
        {...{ state, change }}
        isUsual={!hasMarks(dataset.type)}
      />
    </Part>
  );
}

interface ChoiceProps extends Pick<VersionForm, 'state' | 'change'> {
  name: 'inference' | 'unchecked';
  text: string;
  /** Whether the service includes them unless told. */
  isUsual?: boolean;
}

function Choice({ name, text, isUsual = true, state, change }: ChoiceProps) {
  const isIncluded = (choiceOf(state[name]) ?? (isUsual ? 'include' : 'exclude')) === 'include';
  const set = (isWanted: boolean) =>
    change(
      { [name]: isWanted === isUsual ? undefined : isWanted ? 'include' : 'exclude' },
      { replace: true },
    );
  return (
    <Checkbox isSelected={isIncluded} onChange={set}>
      {text}
    </Checkbox>
  );
}
