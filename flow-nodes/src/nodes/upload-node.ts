/** `sightline-upload`: on disk (output 1), in the service (output 2), refused (output 3). */
import { frameOf, messageOf } from './frame-of.ts';
import { type MonitorNode, monitorOf } from './monitor-node.ts';
import type { Config, Message, Red, RedNode, Send } from './red.ts';
import { showBacklog } from './show-backlog.ts';

export function registerUpload(red: Red): void {
  red.nodes.registerType('sightline-upload', function (this: RedNode, config) {
    red.nodes.createNode(this, config);
    const monitor = monitorOf(red, config.monitor);
    if (!monitor) return this.status({ fill: 'red', shape: 'ring', text: red._('status.no-monitor') });
    startUpload(red, this, config, monitor);
  });
}

function startUpload(red: Red, node: RedNode, config: Config, monitor: MonitorNode): void {
  const defaults = { dataset: String(config.dataset ?? '').trim(), tag: String(config.tag ?? '').trim() };
  showBacklog(red, node, monitor, {
    onSent: (frame, id) => node.send([null, { ...messageOf(frame), image: { id } }, null]),
    onRefused: (frame, refused) => node.send([null, null, { ...messageOf(frame), refused }]),
  });
  node.on('input', (message, send, done) => {
    spool(message, send).then(
      () => done(),
      (error: Error) => {
        send([null, null, { ...message, refused: { reason: error.message, status: 0 } }]);
        done(error.message);
      },
    );
  });

  async function spool(message: Message, send: Send): Promise<void> {
    const frame = frameOf(message, defaults, node.id);
    const camera = await monitor.open();
    const { date, name, session } = await camera.keep(frame);
    send([{ ...message, spooled: { date, name, session: session ?? '' } }, null, null]);
  }
}
