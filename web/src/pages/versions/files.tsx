import { useState } from 'react';
import { ProgressBar } from 'react-aria-components';
import { FORMATS, outOf, titleOf } from '../../../../packages/formats/formats.ts';
import { CouldNotLoad } from '../../app/could-not-load.tsx';
import { useQueryState } from '../../app/places/query-state.ts';
import { copyText } from '../../app/state/toasts.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import {
  cancelExport,
  type ExportFormat,
  type ImageMode,
  startExport,
  useExport,
} from '../../data/versions/exports.ts';
import { fileStem } from '../../data/versions/file-name.ts';
import {
  type FormatLimits,
  useFormats,
  type Version,
  type VersionCounts,
} from '../../data/versions/versions.ts';
import { bytes } from '../../text/bytes.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useLanguage, useText } from '../../text/use-text.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Tabs } from '../../ui/form/tabs.tsx';
import { Part } from '../../ui/frame/page.tsx';
import { Caution } from '../../ui/said/caution.tsx';
import styles from './versions.module.css';

interface FilesProps {
  dataset: Dataset;
  version: Version;
  counts: VersionCounts;
}

/** Downloads the version in an export format, and says before what the format cannot contain. */
export function Files({ dataset, version, counts }: FilesProps) {
  const text = useText();
  const [{ format: asked }, change] = useQueryState(['format']);
  const format = FORMATS.find((each) => each === asked) ?? 'yolo';
  const { data, error } = useFormats(dataset.id, version.number);
  const limits = data?.find((each) => each.format === format);
  const { language } = useLanguage();
  const stemOf = (each: string) => fileStem(dataset.name, version.number, each);
  const lines = outOf(format).train(stemOf, dataset.type);
  return (
    <Part title={text.files} hint={text.filesHint}>
      <Tabs
        label={text.format}
        choices={FORMATS.map((id) => ({ id, label: titleOf(id, language) }))}
        value={format}
        onChange={(value) => change({ format: value }, { replace: true })}
      />
      {error && <CouldNotLoad error={error} />}
      {limits && <Limits limits={limits} />}
      {limits && (
        <Download
          key={format}
          {...{ dataset: dataset.id, name: dataset.name, number: version.number, format }}
          modes={limits.images}
          bytesOfImages={counts.bytes}
        />
      )}
      <CopyLine {...lines} needsBucket={lines.line.includes('BUCKET')} />
    </Part>
  );
}

function Limits({ limits: { notes } }: { limits: FormatLimits }) {
  const text = useText();
  if (notes.length === 0) return <p className="secondary">{text.formatHolds}</p>;
  return (
    <Caution
      title={text.formatLacks}
      sentences={notes.map(({ code, count, text: sentence }) => text.lossTexts[code]?.(count) ?? sentence)}
    />
  );
}

interface DownloadProps {
  dataset: string;
  name: string;
  number: number;
  format: ExportFormat;
  modes: readonly ImageMode[];
  bytesOfImages: number;
}

function Download({ modes, bytesOfImages, ...file }: DownloadProps) {
  const text = useText();
  const [images, setImages] = useState<ImageMode>(modes[0] ?? 'none');
  const wanted = { ...file, images };
  const running = useExport(wanted);
  const isRunning = running?.state === 'running';
  const start = () => void startExport({ ...wanted, expected: images === 'bytes' ? bytesOfImages : null });
  const nameOf = (mode: ImageMode) =>
    mode === 'links' && outOf(file.format).isStorage ? text.storageLinks : text[`imagesAs_${mode}`];
  return (
    <div className={styles.download}>
      {modes.length > 1 && (
        <Select
          label={text.imagesAs}
          isLabelShown
          choices={modes.map((id) => ({ id, label: nameOf(id) }))}
          value={images}
          onChange={(value) => setImages(value as ImageMode)}
        />
      )}
      {isRunning ? (
        <Button onPress={() => cancelExport(wanted)}>{text.cancel}</Button>
      ) : (
        <Button look="primary" onPress={start}>
          {running?.state === 'done' ? text.downloadAgain : text.downloadFile}
        </Button>
      )}
      {running && <Progress running={running} />}
    </div>
  );
}

function Progress({ running }: { running: NonNullable<ReturnType<typeof useExport>> }) {
  const text = useText();
  const { language } = useLanguage();
  const { state, received, expected, fileName, error, made } = running;
  const size = bytes(language, received);
  if (state === 'failed')
    return <p role="alert" className={styles.wide}>{`${text.fileFailed}: ${reasonOf(error, text)}`}</p>;
  if (state === 'done')
    return (
      <p role="status" className={styles.wide}>
        {text.fileDone(fileName, size)}
      </p>
    );
  const said = made ? text.jobs.of(text.number(made.done), text.number(made.total)) : text.fileRuns(size);
  const [at, end] = made ? [made.done, made.total] : [received, expected];
  return (
    <ProgressBar
      aria-label={said}
      isIndeterminate={end === null}
      value={Math.min(at, end ?? 0)}
      maxValue={Math.max(1, end ?? 1)}
      className={styles.wide ?? ''}
    >
      {({ percentage = 0, isIndeterminate }) => (
        <>
          <div className={styles.progress}>
            <div style={{ width: `${isIndeterminate ? 100 : percentage}%` }} />
          </div>
          <span className="secondary tabular">{said}</span>
        </>
      )}
    </ProgressBar>
  );
}

function CopyLine({ tool, line, needsBucket }: { tool: string; line: string; needsBucket: boolean }) {
  const text = useText();
  return (
    <div className={styles.training}>
      <header>
        <h3>{text.trainWith(tool)}</h3>
        <Button onPress={() => void copyText(line, text)}>{text.copyLine}</Button>
      </header>
      <p className="secondary">
        {text.trainHint} {needsBucket && text.notVerified}
      </p>
      <pre className={styles.code} data-training-line>
        {line}
      </pre>
    </div>
  );
}
