import { useLocation } from 'wouter';
import { WholeOutline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { TabTitle } from '../../app/places/place.tsx';
import { WithDataset } from '../../app/places/with-record.tsx';
import { useCommands } from '../../app/use-commands.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { reasonOf } from '../../text/refused/reason.ts';
import { useText } from '../../text/use-text.tsx';
import { ButtonLink } from '../../ui/form/button.tsx';
import { Placeholder } from '../../ui/frame/placeholder.tsx';
import { similarCommand } from '../find/commands.ts';
import { Desk, type DeskProps } from './desk.tsx';
import { useNothingHere } from './nothing-here.tsx';
import { EditorBar } from './panels/editor-bar.tsx';
import { useEditor } from './use-editor.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useSheet } from './use-sheet.ts';

/** The editor for one image of a dataset. */
export function EditorPage({ id, image }: { id: string; image: string }) {
  return <WithDataset id={id}>{(dataset) => <Known dataset={dataset} image={image} />}</WithDataset>;
}

function Known({ dataset, image }: { dataset: Dataset; image: string }) {
  const text = useText();
  const { editor, parts } = useEditor(dataset);
  const open = useSheet(dataset.id, image, editor, parts);
  if (open.state === 'missing')
    return (
      <>
        <TabTitle title={text.editor.imageMissing} />
        <Placeholder title={text.editor.imageMissing} hint={text.pageMissingHint}>
          <ButtonLink href={addresses.dataset(dataset.id)}>{text.backToDataset}</ButtonLink>
        </Placeholder>
      </>
    );
  if (open.state === 'failed')
    return (
      <>
        <TabTitle title={text.couldNotLoad} />
        <Placeholder title={text.couldNotLoad} hint={reasonOf(open.error, text)} />
      </>
    );
  if (open.state === 'waiting') return <WholeOutline />;
  return <PageDesk key={dataset.id} dataset={dataset} editor={editor} parts={parts} sheet={open.sheet} />;
}

function PageDesk(props: Omit<DeskProps, 'moves' | 'sayEmpty'>) {
  const { dataset, editor, sheet } = props;
  const moves = useNeighbours(editor, dataset.id, sheet.image);
  const sayEmpty = useNothingHere(props);
  const text = useText();
  const [, go] = useLocation();
  const similar = similarCommand(() => go(addresses.similar(dataset.id, sheet.image.id)), text);
  useCommands([similar]);
  const { mayEdit } = editor;
  return (
    <>
      <EditorBar {...{ dataset, sheet, mayEdit, similar }} next={moves.next} previous={moves.previous} />
      <Desk {...{ ...props, moves, sayEmpty }} />
    </>
  );
}
