/** @covers Cameras: dates by EXIF, tries, words while nobody answers; the three agree */
import { expect, test } from '@jest/globals';
import { LOCAL_URL, parseOptions } from '../../emulators/camera/options.ts';

test('the command line of the README is parsed, other options have defaults', () => {
  const options = parseOptions('--monitor line-1 --dataset bolts --fps 5 --count 200'.split(' '));
  expect(options).toMatchObject({
    monitor: 'line-1',
    dataset: 'bolts',
    fps: 5,
    count: 200,
    url: LOCAL_URL,
    tag: null,
    dir: null,
    key: null,
    concurrency: 16,
    join: false,
  });
});

test('every other option is read', () => {
  const line =
    '--monitor m --tag good --dir /p --url http://h:1/base// --concurrency 3 --key k --join --fps 0';
  expect(parseOptions(`${line} --attempts 2 --timeout 1.5 --seed 9 --quality 60`.split(' '))).toMatchObject({
    tag: 'good',
    dir: '/p',
    url: 'http://h:1/base',
    concurrency: 3,
    key: 'k',
    join: true,
    fps: 0,
    seed: 9,
    quality: 60,
    retry: { attempts: 2, timeout: 1500 },
  });
});

test('--help starts no session', () => {
  expect(parseOptions(['--help'])).toBeNull();
});

test.each([
  ['', '--monitor is missing: whose session is it?'],
  ['--monitor m --fps quick', '--fps quick is not a number of 0 or more'],
  ['--monitor m --fps -1', 'fps'],
  ['--monitor m --count 0', '--count 0 is not a number of 1 or more'],
  ['--monitor m --count 1.5', '--count 1.5 is not a whole number'],
  ['--monitor m --concurrency 0', '--concurrency 0 is not a number of 1 or more'],
  ['--monitor m --url nowhere', '--url nowhere is not a web address'],
  ['--monitor m --url ftp://h', '--url ftp://h is not a web address'],
  ['--monitor m --frames 3', '--frames'],
])('%p is a mistake that is reported in a sentence', (line, sentence) => {
  expect(() => parseOptions(line.split(' ').filter(Boolean))).toThrow(sentence);
});
