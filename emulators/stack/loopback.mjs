// Preloaded into function processes: functions-framework can only listen on every interface, and the local stack
// must be reachable from this machine alone (Contract 1).
import { Server } from 'node:net';

const { listen } = Server.prototype;

Server.prototype.listen = function (port, ...rest) {
  const isBarePort = typeof port === 'number' || /^\d+$/.test(port);
  return isBarePort && typeof rest[0] !== 'string'
    ? listen.call(this, port, '127.0.0.1', ...rest)
    : listen.call(this, port, ...rest);
};
