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

  test('other ports stand in a row, none twice', () => {
    expect(Object.values(portsFrom(7000))).toEqual([7000, 7001, 7002, 7003, 7004, 7005, 7006]);
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

  test('names only the servers that are there', () => {
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

  test.each(['plain text', '{ not json', '[1]'])('that is no object stays as it is: %s', (line) => {
    expect(readableLine('image', line)).toBe(`image       ${line}`);
  });
});
