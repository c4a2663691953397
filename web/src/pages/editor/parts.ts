/** The parts of the editor, in the order in which they are painted and listed. */
import { maskKeeper } from '../../data/images/kept-masks.ts';
import { maskPart } from './mask/mask-part.ts';
import { BoxTool } from './model/box-tool.ts';
import { PointTool } from './model/point-tool.ts';
import { SelectTool } from './model/select-tool.ts';
import type { EditorPart } from './part.ts';
import { predictedPart } from './predicted/predicted-part.ts';

/**
 * New tools for each editor, because they remember the gesture in progress.
 * @param uid person whose unsaved masks this browser keeps
 */
export const editorParts = (dataset: string, uid: string): readonly EditorPart[] => [
  { tools: [new SelectTool(), new BoxTool(), new PointTool()] },
  maskPart(dataset, maskKeeper(uid)),
  predictedPart(),
];
