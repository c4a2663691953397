/** `sightline-tags`: replaces the annotations of an image, or says of it what a model predicts, as an open run has it. */
import type { TagUpdate } from '../../../client/src/monitor.ts';
import { type MonitorNode, monitorOf } from './monitor-node.ts';
import type { Config, Message, Red, RedNode } from './red.ts';
import { messageOfSaid, saidFrame, saidOf } from './said-of.ts';
import { showBacklog } from './show-backlog.ts';

export function registerTags(red: Red): void {
  red.nodes.registerType('sightline-tags', function (this: RedNode, config) {
    red.nodes.createNode(this, config);
    const monitor = monitorOf(red, config.monitor);
    if (!monitor) return this.status({ fill: 'red', shape: 'ring', text: red._('status.no-monitor') });
    startTags(red, this, config, monitor);
  });
}

function startTags(red: Red, node: RedNode, config: Config, monitor: MonitorNode): void {
  const text = (property: string): string => String(config[property] ?? '').trim();
  const defaults = { dataset: text('dataset'), run: text('run') };
  let tagged = 0;
  showBacklog(red, node, monitor, {
    isShown: () => tagged === 0,
    onSent: (frame) => node.send(messageOfSaid(frame)),
    onRefused: (frame, { reason }) => node.error(reason, messageOfSaid(frame)),
  });
  node.on('input', (message, send, done) => {
    update(message).then(
      (isDone) => {
        if (isDone) send(message);
        done();
      },
      (error: Error) => {
        node.status({ fill: 'red', shape: 'dot', text: error.message.slice(0, 80) });
        done(error.message);
      },
    );
  });

  /** False: predictions are on disk, and their message follows when the run has them. */
  async function update(message: Message): Promise<boolean> {
    const said = saidOf(message, defaults);
    const camera = await monitor.open();
    if (said.run !== undefined) {
      await camera.keep(saidFrame(said, said.run, message, node.id));
      return false;
    }
    const { dataset, image: imageID } = said;
    await camera.updateTags({ dataset, imageID, tags: said.tags as TagUpdate['tags'] });
    tagged += 1;
    node.status({ fill: 'green', shape: 'dot', text: red._('status.tagged', { count: tagged }) });
    return true;
  }
}
