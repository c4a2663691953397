/** What plugs into the editor, in the order in which it is painted and listed. */
import { maskPart } from './mask/mask-part.ts';
import { BoxTool } from './model/box-tool.ts';
import { PointTool } from './model/point-tool.ts';
import { SelectTool } from './model/select-tool.ts';
import type { EditorPart } from './part.ts';

/** New tools each time: they remember what their page's pointer has begun. */
export const editorParts = (dataset: string): readonly EditorPart[] => [
  { tools: [new SelectTool(), new BoxTool(), new PointTool()] },
  maskPart(dataset),
];
