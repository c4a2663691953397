/** `sightline-tags`: replaces the annotations of an image. */
import type { TagUpdate } from '../../../client/src/monitor.ts';
import { monitorOf } from './monitor-node.ts';
import type { Message, Red, RedNode } from './red.ts';

export function registerTags(red: Red): void {
  red.nodes.registerType('sightline-tags', function (this: RedNode, config) {
    red.nodes.createNode(this, config);
    const monitor = monitorOf(red, config.monitor);
    if (!monitor) return this.status({ fill: 'red', shape: 'ring', text: red._('status.no-monitor') });
    const dataset = String(config.dataset ?? '').trim();
    let count = 0;
    this.on('input', (message, send, done) => {
      update(message).then(
        () => {
          count += 1;
          this.status({ fill: 'green', shape: 'dot', text: red._('status.tagged', { count }) });
          send(message);
          done();
        },
        (error: Error) => {
          this.status({ fill: 'red', shape: 'dot', text: error.message.slice(0, 80) });
          done(error.message);
        },
      );
    });
    const update = async (message: Message): Promise<void> => {
      const wanted = updateOf(message, dataset);
      await (await monitor.open()).updateTags(wanted);
    };
  });
}

/** @throws with a sentence that names the missing property; the rest is for the service to judge */
function updateOf(message: Message, dataset: string): TagUpdate {
  const image = message.image as { id?: unknown } | undefined;
  if (typeof image?.id !== 'string')
    throw new Error('msg.image.id is missing: the second output of sightline-upload has it');
  const target = typeof message.dataset === 'string' && message.dataset !== '' ? message.dataset : dataset;
  if (target === '') throw new Error('No dataset: set it in the node or in msg.dataset');
  const tags = Array.isArray(message.tags) ? message.tags : message.payload;
  if (!Array.isArray(tags)) throw new Error('msg.tags is not an array of {tag, x, y, w, h}');
  return { dataset: target, imageID: image.id, tags };
}
