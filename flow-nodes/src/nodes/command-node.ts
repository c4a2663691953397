/** `sightline-command`: gives the flow what people tell the camera, each once; a message that comes back says how it ended. */
import type { Camera } from '../camera.ts';
import type { Command, CommandResult } from '../commands/command-keeper.ts';
import { type MonitorNode, monitorOf } from './monitor-node.ts';
import type { Message, Red, RedNode } from './red.ts';

export function registerCommand(red: Red): void {
  red.nodes.registerType('sightline-command', function (this: RedNode, config) {
    red.nodes.createNode(this, config);
    const monitor = monitorOf(red, config.monitor);
    if (!monitor) return this.status({ fill: 'red', shape: 'ring', text: red._('status.no-monitor') });
    startNode(red, this, monitor);
  });
}

function startNode(red: Red, node: RedNode, monitor: MonitorNode): void {
  const give = (command: Command) => {
    node.status({ fill: 'blue', shape: 'dot', text: red._('status.command', { ...command }) });
    node.send({ topic: command.command, payload: command.params, command });
  };
  let used: Camera | undefined;
  const begin = async (camera: Camera): Promise<void> => {
    used = camera;
    await camera.commands.hear(give);
  };
  // Also where the spool is opened late, for example after another process has ended.
  monitor.starters.set(node.id, begin);
  if (monitor.camera) void begin(monitor.camera).catch(({ message }: Error) => node.error(message));
  node.on('input', (message, _send, done) => {
    end(message, monitor).then(
      ({ id, ok }) => {
        const text = red._(ok ? 'status.command-done' : 'status.command-failed', { id });
        node.status({ fill: ok ? 'green' : 'red', shape: 'dot', text });
        done();
      },
      ({ message: problem }: Error) => done(problem),
    );
  });
  node.on('close', (_removed, done) => {
    monitor.starters.delete(node.id);
    const left = (async () => used?.commands.ignore(give))();
    void left.catch(() => {}).finally(done);
  });
}

/** Longest message that the service takes, in characters. */
const LONGEST = 500;

async function end(message: Message, monitor: MonitorNode): Promise<CommandResult> {
  const { id } = (message.command ?? {}) as { id?: unknown };
  if (typeof id !== 'number')
    throw new Error('msg.command.id is missing: send the message of a command back');
  // As catch nodes send it.
  const { error } = message as { error?: { message?: unknown } };
  const said = error ? (error.message ?? error) : message.payload;
  const text = typeof said === 'string' ? said.slice(0, LONGEST) : '';
  const result = { id, ok: error === undefined, message: text };
  await (await monitor.open()).commands.end(result);
  return result;
}
