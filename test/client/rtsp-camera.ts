/** A network camera that streams a test picture by RTSP, as MPEG-TS in RTP in the control connection. */
import { spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What one RTP packet holds, and bytes of one packet of MPEG-TS. */
const [IN_ONE, PIECE] = [7, 188];
/** The payload type of MPEG-TS (RFC 3551), whose clock is 90 kHz. */
const [TYPE, CLOCK] = [33, 90];

const ANSWERS: Readonly<Record<string, string>> = {
  OPTIONS: 'Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n\r\n',
  DESCRIBE: described(`v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=line\r\nt=0 0\r\nm=video 0 RTP/AVP ${TYPE}\r\n`),
  SETUP: 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n\r\n',
};

function described(sdp: string): string {
  return `Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`;
}

export interface RtspCamera {
  url: string;
  /** How many have watched. */
  watched(): number;
  /** Ends every stream, as when a cable is pulled; the camera goes on. */
  pull(): void;
  close(): void;
}

export async function startRtspCamera(): Promise<RtspCamera> {
  const streams = new Set<Socket>();
  let watched = 0;
  const server = createServer((socket) => {
    streams.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => streams.delete(socket));
    socket.on('data', (request) => {
      const [, method = '', sequence = ''] = /^([A-Z]+) [\s\S]*?CSeq: (\d+)/i.exec(request.toString()) ?? [];
      if (method === '') return;
      socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${sequence}\r\nSession: 1\r\n${ANSWERS[method] ?? '\r\n'}`);
      if (method !== 'PLAY') return;
      watched += 1;
      play(socket);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const pull = () => {
    for (const each of streams) each.destroy();
  };
  const { port } = server.address() as AddressInfo;
  const close = () => {
    pull();
    server.close();
  };
  return { url: `rtsp://127.0.0.1:${port}/line`, watched: () => watched, pull, close };
}

/** A moving picture of 320 x 240, ten a second. */
function play(socket: Socket): void {
  const input = '-re -f lavfi -i testsrc=size=320x240:rate=10'.split(' ');
  const output = '-c:v mpeg2video -g 5 -f mpegts pipe:1'.split(' ');
  const encoder = spawn('ffmpeg', ['-nostdin', '-loglevel', 'error', ...input, ...output], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  socket.on('close', () => encoder.kill());
  const began = Date.now();
  let [rest, sequence] = [Buffer.alloc(0), 0];
  encoder.stdout.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= IN_ONE * PIECE; rest = rest.subarray(IN_ONE * PIECE)) {
      const head = Buffer.alloc(16);
      head.write('$');
      head.writeUInt16BE(12 + IN_ONE * PIECE, 2);
      head.set([0x80, TYPE], 4);
      head.writeUInt16BE(sequence & 0xffff, 6);
      head.writeUInt32BE(((Date.now() - began) * CLOCK) >>> 0, 8);
      sequence += 1;
      socket.write(Buffer.concat([head, rest.subarray(0, IN_ONE * PIECE)]));
    }
  });
}
