/**
 * @covers The sidebar's menu, properties, height, widths, themes and accessibility; its operations and conflicts by node, in both editors
 * @covers Spec 3.2 the sidebar: undeployed changes are never replaced without a question, whenever they are made
 * @covers Git: hooks and signing on a person's own machine, branches renamed and deleted, revert, comparison
 * @covers Sidebar: conflicts by node; branch menu by keys; properties in full; layout only; names of buttons; height
 */
import { tellJourney } from './journey.ts';
import { tellOperations } from './operations.ts';
import { tellParts } from './parts.ts';
import { shareEditor } from './shared-editor.ts';

const open = shareEditor('node-red-2');
tellParts('the oldest editor', open, 'oldest');
tellOperations('the oldest editor', open, 'oldest');
tellJourney('Node-RED 2', open, 'two');
