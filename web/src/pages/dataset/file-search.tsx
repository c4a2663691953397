import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { GridList } from 'react-aria-components';
import { useLocation } from 'wouter';
import { addresses } from '../../app/places/addresses.ts';
import { findByName } from '../../data/find/by-name.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { Field } from '../../ui/form/field.tsx';
import tiles from '../../ui/picture-tiles.module.css';
import { ImageTile } from '../judging/image-tile.tsx';

/** Milliseconds without a key until what is typed is searched. */
const PAUSE = 250;

/** Finds images by how their file name begins, and opens one. */
export function FileSearch({ dataset }: { dataset: Dataset }) {
  const text = useText();
  const [, go] = useLocation();
  const [typed, setTyped] = useState('');
  const beginning = usePaused(typed.trim());
  const { data: images, error } = useQuery({
    queryKey: ['files', dataset.id, beginning],
    queryFn: () => findByName(dataset.id, beginning),
    enabled: beginning !== '',
    placeholderData: keepPreviousData,
  });
  const open = (id: string) => go(addresses.image(dataset.id, id));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = images ?? [];
    if (first && beginning === typed.trim()) open(first.id);
  };
  return (
    <>
      <form onSubmit={submit}>
        <Field
          label={text.fileName}
          description={text.fileNameHint}
          type="search"
          value={typed}
          onChange={setTyped}
          error={error ? reasonOf(error, text) : null}
          autoFocus
        />
      </form>
      {images && beginning !== '' && (
        <GridList
          aria-label={text.findFile}
          layout="grid"
          className={tiles.grid ?? ''}
          items={images}
          onAction={(id) => open(String(id))}
          renderEmptyState={() => <p className="secondary">{text.noMatch}</p>}
        >
          {(image) => <ImageTile {...{ dataset, image }} />}
        </GridList>
      )}
    </>
  );
}

/** The value, once it has not changed for some time. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
