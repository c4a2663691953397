/**
 * @covers Contract 1 loopback Hosts only, no page of another site, on every local server
 * @covers Contract 1 ports, one sentence for one in use
 * @covers Local stack
 */
import { describe, expect, test } from '@jest/globals';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { readableLine } from '../../emulators/stack/log-line.ts';
import { PORTS, portsFrom } from '../../emulators/stack/ports.ts';
import firebase from '../../firebase.json' with { type: 'json' };

describe('ports', () => {
  test('firebase.json has the ports of the launcher (Contract 1)', () => {
    const { functions, auth, firestore, database, storage } = firebase.emulators;
    const ofSuite = { functions, auth, firestore, database, storage };
    for (const [name, { host, port }] of Object.entries(ofSuite)) {
      expect([name, host, port]).toEqual([name, '127.0.0.1', PORTS[name as keyof typeof PORTS]]);
    }
  });

  test('other ports are consecutive, without duplicates', () => {
    expect(Object.values(portsFrom(7000))).toEqual([7000, 7001, 7002, 7003, 7004, 7005, 7006, 7007]);
  });
});

describe('the environment of a function', () => {
  test('names project, live state and bucket as Contract 2 has them', () => {
    const env = functionEnvironment({ database: '127.0.0.1:9000' });
    expect(env).toMatchObject({ GCLOUD_PROJECT: 'demo-sightline', GOOGLE_CLOUD_PROJECT: 'demo-sightline' });
    expect(JSON.parse(env.FIREBASE_CONFIG!)).toEqual({
      projectId: 'demo-sightline',
      databaseURL: 'http://127.0.0.1:9000?ns=demo-sightline-default-rtdb',
      storageBucket: 'demo-sightline.firebasestorage.app',
    });
  });

  test('names only the given servers', () => {
    const env = functionEnvironment({ storage: '127.0.0.1:9199' });
    expect(env).toMatchObject({
      FIREBASE_STORAGE_EMULATOR_HOST: '127.0.0.1:9199',
      STORAGE_EMULATOR_HOST: 'http://127.0.0.1:9199',
    });
    expect(env).not.toHaveProperty('FIRESTORE_EMULATOR_HOST');
  });
});

describe('a log line', () => {
  test('of a function is its severity, its message and the other fields', () => {
    const line = JSON.stringify({ severity: 'INFO', message: 'Added image', monitor: 'line-1', ms: 12 });
    expect(readableLine('monitor', line)).toBe('monitor     INFO    Added image monitor=line-1 ms=12');
  });

  test.each(['plain text', '{ not json', '[1]'])('that is not an object is not changed: %s', (line) => {
    expect(readableLine('image', line)).toBe(`image       ${line}`);
  });

  test.each([
    ['a\nmonitor     INFO    Added image', 'a\\u000amonitor     INFO    Added image'],
    ['\u001b[2Jx\r', '\\u001b[2Jx\\u000d'],
    ['\u2028x\u202ey', '\\u2028x\\u202ey'],
  ])('an id cannot forge a line or manipulate the terminal: %j', (id, shown) => {
    const line = JSON.stringify({ severity: 'INFO', message: `image ${id}`, id, [id]: 1 });
    expect(readableLine('image', line)).toBe(`image       INFO    image ${shown} id=${shown} ${shown}=1`);
    expect(readableLine('image', `plain ${id}`)).toBe(`image       plain ${shown}`);
  });
});
