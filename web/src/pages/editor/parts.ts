/** What plugs into the editor, in the order in which it is painted and listed. */
import { BoxTool } from './model/box-tool.ts';
import { PointTool } from './model/point-tool.ts';
import { SelectTool } from './model/select-tool.ts';
import type { EditorPart } from './part.ts';

/** New tools each time: they remember what their page's pointer has begun. */
export const editorParts = (): readonly EditorPart[] => [
  { tools: [new SelectTool(), new BoxTool(), new PointTool()] },
];
