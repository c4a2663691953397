import { useLocation } from 'wouter';
import { WholeOutline } from '../../app/outline.tsx';
import { addresses } from '../../app/places/addresses.ts';
import { useCommands } from '../../app/use-commands.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { useText } from '../../text/use-text.tsx';
import { similarCommand } from '../find/commands.ts';
import { ImageBar } from '../image/image-bar.tsx';
import { NotOpen } from '../image/not-open.tsx';
import { useNeighbours } from '../image/use-neighbours.ts';
import { Desk, type DeskProps } from './desk.tsx';
import { useNothingHere } from './nothing-here.tsx';
import { SaveLabel } from './panels/save-label.tsx';
import { useEditor } from './use-editor.ts';
import { useSheet } from './use-sheet.ts';

/** The editor for one image of a dataset with boxes or masks. */
export function EditorPage({ dataset, image }: { dataset: Dataset; image: string }) {
  const { editor, parts } = useEditor(dataset);
  const open = useSheet(dataset.id, image, editor, parts);
  if (open.state === 'missing') return <NotOpen dataset={dataset.id} error={null} />;
  if (open.state === 'failed') return <NotOpen dataset={dataset.id} error={open.error} />;
  if (open.state === 'waiting') return <WholeOutline />;
  return <PageDesk key={dataset.id} dataset={dataset} editor={editor} parts={parts} sheet={open.sheet} />;
}

function PageDesk(props: Omit<DeskProps, 'moves' | 'sayEmpty'>) {
  const { dataset, editor, sheet } = props;
  const { image } = sheet;
  const moves = useNeighbours((words) => editor.say(words), dataset.id, image);
  const sayEmpty = useNothingHere(props);
  const text = useText();
  const [, go] = useLocation();
  const similar = similarCommand(() => go(addresses.similar(dataset.id, image.id)), text);
  useCommands([similar]);
  return (
    <>
      <ImageBar {...{ dataset, image, similar }} steps={moves}>
        {editor.mayEdit && <SaveLabel sheet={sheet} />}
      </ImageBar>
      <Desk {...{ ...props, moves, sayEmpty }} />
    </>
  );
}
