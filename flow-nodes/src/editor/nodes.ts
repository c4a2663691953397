/** The editor's side of the nodes. */
import type { Definition, EditorNode } from './red.ts';
import { prepareTest } from './test-button.ts';

const COMMON = {
  category: 'Sightline',
  color: '#9fc9c4',
  inputs: 1,
  labelStyle(this: EditorNode) {
    return this.name ? 'node_label_italic' : '';
  },
} satisfies Partial<Definition>;

const MONITOR = { value: '', type: 'sightline-monitor', required: true };
const TEXT = { value: '' };

/** A name that a person gave, or the type's own. */
const labelOf = (type: string) =>
  function (this: EditorNode) {
    return this.name || this._(`palette.${type}`);
  };

const paletteLabelOf = (type: string) =>
  function (this: EditorNode) {
    return this._(`palette.${type}`);
  };

/** Also from the environment: `${NAME}`. */
const isAddress = (value: string): boolean => /^(https?:\/\/\S+|\$\{\w+\})$/.test(value);

/** The number of a run, none, or from the environment. */
const isRun = (value: string): boolean => /^([1-9]\d{0,8}|\$\{\w+\})?$/.test(value);

const isLimit = (value: string): boolean =>
  value === '' || (Number.isFinite(Number(value)) && Number(value) >= 0);

RED.nodes.registerType('sightline-monitor', {
  category: 'config',
  defaults: {
    name: TEXT,
    address: { value: '', required: true, validate: isAddress },
    monitor: { value: '', required: true },
    folder: TEXT,
    limitMegabytes: { value: '2000', validate: isLimit },
    limitHours: { value: '0', validate: isLimit },
    atLimit: { value: 'refuse' },
  },
  credentials: { key: { type: 'password' } },
  label() {
    return this.name || this.monitor || this._('palette.monitor');
  },
  oneditprepare: prepareTest,
});

RED.nodes.registerType('sightline-session', {
  ...COMMON,
  defaults: { name: TEXT, monitor: MONITOR, keep: { value: false } },
  icon: 'sightline-session.svg',
  outputs: 1,
  label: labelOf('session'),
  paletteLabel: paletteLabelOf('session'),
});

RED.nodes.registerType('sightline-upload', {
  ...COMMON,
  defaults: { name: TEXT, monitor: MONITOR, dataset: TEXT, tag: TEXT },
  icon: 'sightline-upload.svg',
  outputs: 3,
  outputLabels(index) {
    return this._(`output.${['spooled', 'stored', 'refused'][index]}`);
  },
  label: labelOf('upload'),
  paletteLabel: paletteLabelOf('upload'),
});

RED.nodes.registerType('sightline-tags', {
  ...COMMON,
  defaults: { name: TEXT, monitor: MONITOR, dataset: TEXT, run: { value: '', validate: isRun } },
  icon: 'sightline-tags.svg',
  outputs: 1,
  label: labelOf('tags'),
  paletteLabel: paletteLabelOf('tags'),
});

RED.nodes.registerType('sightline-command', {
  ...COMMON,
  defaults: { name: TEXT, monitor: MONITOR },
  icon: 'sightline-command.svg',
  outputs: 1,
  label: labelOf('command'),
  paletteLabel: paletteLabelOf('command'),
});
