import { lazy } from 'react';
import { WithDataset } from '../../app/places/with-record.tsx';
import { hasMarks } from '../../data/images/judgement.ts';
import { ClassDesk } from './class-desk.tsx';

/** Tools that draw are loaded only where something is drawn. */
const EditorPage = lazy(async () => ({ default: (await import('../editor/editor-page.tsx')).EditorPage }));

/** One image of a dataset: on a desk for its class, or in the editor for its boxes and masks. */
export const ImagePage = ({ id, image }: { id: string; image: string }) => (
  <WithDataset id={id}>
    {(dataset) =>
      hasMarks(dataset.type) ? (
        <EditorPage dataset={dataset} image={image} />
      ) : (
        <ClassDesk key={image} dataset={dataset} id={image} />
      )
    }
  </WithDataset>
);
