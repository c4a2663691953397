/** What plugs into the editor, in the order in which it is painted and listed. */
import { maskKeeper } from '../../data/kept-masks.ts';
import { maskPart } from './mask/mask-part.ts';
import { BoxTool } from './model/box-tool.ts';
import { PointTool } from './model/point-tool.ts';
import { SelectTool } from './model/select-tool.ts';
import type { EditorPart } from './part.ts';

/**
 * New tools each time: they remember what their page's pointer has begun.
 * @param uid whose unsaved masks this browser keeps
 */
export const editorParts = (dataset: string, uid: string): readonly EditorPart[] => [
  { tools: [new SelectTool(), new BoxTool(), new PointTool()] },
  maskPart(dataset, maskKeeper(uid)),
];
