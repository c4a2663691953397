/**
 * The Python package with the real service: a journey, and the faults that hold the TypeScript client. Without Python 3.9 it is
 * skipped by name.
 * @covers Contract 6: a frame sent again counts once, from real clients
 * @covers Contract 17 the Python package: from a dataset to an evaluated run; lost answers, failing servers
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type AuthLease, leaseAuth } from '../support/auth.ts';
import { furnish, liveState, picture, records } from '../support/factory.ts';
import { type LossyFront, startLossyFront } from '../support/lossy-front.ts';
import { registerPerson, tokenOf } from '../support/people.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { hasPython, NEEDS, type Python, pathIn, startPython, text } from './python.ts';

let auth: AuthLease;
let stack: TestStack;
let front: LossyFront;
let python: Python;
let folder: string;

if (hasPython) {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-python-'));
    // The archive of the journey exceeds the limit of a streamed answer.
    auth = await leaseAuth();
    const env = {
      ZIP_STREAM_LIMIT: '60000',
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${auth.port}`,
    };
    stack = await startTestStack({ functions: ['dataset', 'monitor', 'image'], env });
    await furnish(stack);
    for (const uid of ['owner', 'editor', 'viewer']) await registerPerson(auth, stack.projectId, uid);
    front = await startLossyFront(() => stack.baseUrl);
    python = startPython();
    await python.run(`
quick = RetryPolicy(base=0.01, limit=0.1)
service = Sightline(${text(front.baseUrl)}, retry=quick)
bolts = service.datasets("bolts")`);
    for (const number of [1, 2, 3, 4, 5, 6])
      await writeFile(join(folder, `${number}.jpg`), await picture(number));
  });
  afterAll(async () => {
    await python?.close();
    await Promise.all([stack?.close(), front?.close(), auth?.close()]);
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    for (const faults of [front.faults, ...Object.values(stack.faults)]) faults.set([]);
    front.requests.length = 0;
  });
}

const withPython = (title: string, run: () => Promise<void>): void => {
  if (hasPython) test(title, run);
  else test.skip(`${title}: ${NEEDS}`, () => {});
};
const asked = (path: string) => front.requests.filter((each) => each.path.includes(path));

withPython('from an empty dataset to an evaluated run', async () => {
  const tags = '[{"name": "good"}, {"name": "bad"}]';
  const made = await python.run(`
made = service.datasets(service.create_dataset("Press", "MULTICLASS", tags=${tags}))
tags = {each["name"]: each["id"] for each in service.list_datasets() if each["id"] == made.id for each in each["tags"]}
made.id`);
  const ids: string[] = await python.run(`
[service.monitors("line-1").upload(f"${folder}/{number}.jpg", dataset=made.id, tag=tags[["good", "bad"][number % 2]]) for number in range(1, 7)]`);
  expect(await python.run('[each["id"] for each in made.images.list(page_size=4)]')).toEqual(
    [...ids].reverse(),
  );
  expect(await python.run('made.versions.make(test=50, validation=0, group="image")["number"]')).toBe(1);
  expect(await python.run('[each["state"] for each in made.versions.list()]')).toEqual(['ready']);

  const out = join(folder, 'export');
  expect(await python.run(`made.versions.export("latest", "yolo").unpack(${text(out)})`)).toBe(out);
  const names = await readdir(out, { recursive: true });
  expect(names.filter((name) => name.endsWith('.jpg'))).toHaveLength(6);
  expect(names).toContain('index.csv');
  const [jpeg = ''] = names.filter((name) => name.endsWith('.jpg'));
  expect((await readFile(join(out, jpeg))).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect(await python.failure(`made.versions.export(1, "yolo").unpack(${text(out)})`)).toMatchObject({
    kind: 'FileExistsError',
  });
  const zip = await python.run(`made.versions.export(1, "yolo").save(${text(folder)})`);
  expect([existsSync(zip), existsSync(`${zip}.part`)]).toEqual([true, false]);

  const counted = await python.run(`
import json
said = [{"image": id, "predictions": [{"tag": tags["good"], "score": 0.9}]} for id in ${JSON.stringify(ids)}]
number = made.runs.upload("First", "".join(json.dumps(each) + "\\n" for each in said).encode(), trained_on=1)
assert made.runs.check(number)["unmatched"]["count"] == 0
made.runs.finish(number)["counts"]["images"]`);
  expect(counted).toBe(6);
  const { version, report } = await python.run('made.runs.evaluate(number)');
  expect([version, report.images, report.accuracy]).toEqual([1, 3, expect.any(Number)]);
  expect(await python.run('sum(1 for each in made.runs.images(number, order="score", page_size=2))')).toBe(6);
  expect(made).toMatch(/^[A-Za-z0-9]{20}$/);
});

withPython('few labels suggest the others, and are taken back', async () => {
  const colours = ['#c02020', '#20c020'];
  for (let number = 0; number < 40; number += 1) {
    const side = 40 + number;
    const background = colours[number % 2]!;
    const picture = sharp({ create: { width: side, height: 48, channels: 3, background } });
    await writeFile(join(folder, `shade-${number}.jpg`), await picture.jpeg().toBuffer());
  }
  const told = await python.run(`
shades = service.datasets(service.create_dataset("Shades", "MULTICLASS", tags=[{"name": "red"}, {"name": "green"}]))
named = {each["name"]: each["id"] for each in service.list_datasets() if each["id"] == shades.id for each in each["tags"]}
line = service.monitors("line-1")
for number in range(40):
    label = {"tag": named[["red", "green"][number % 2]]} if number < 20 else {}
    line.upload(f"${folder}/shade-{number}.jpg", dataset=shades.id, date=1700000000 + 60 * number, **label)
shades.update(suggest="builtin")
seen = shades.suggestions.look()
state = shades.suggestions.state()
run = shades.suggestions.make()["run"]
asked = shades.suggestions.accept(run, threshold=0, tags=[named["red"], named["green"]], precision=0.8)
reviewed = [{"image": each["image"], "revision": each["revision"], "correct": True} for each in asked["sample"]]
accepted = shades.suggestions.review(asked["acceptance"], reviewed)
undone = shades.suggestions.undo(asked["acceptance"])
[seen["indexed"], seen["pending"], state["accuracy"], asked["suggestions"], accepted["stale"], undone["changed"]]`);
  expect(told).toEqual([40, 0, 1, 20, 0, 0]);
  const [image, similar, outliers] = await python.run(`
first = next(iter(shades.images.list(labelled=True)))["id"]
[first, shades.suggestions.similar(first, limit=5), [each["image"] for each in shades.suggestions.find("outliers", page_size=15)]]`);
  expect(similar).toHaveLength(5);
  expect(similar.map((each: { image: string }) => each.image)).not.toContain(image);
  expect([outliers.length, new Set(outliers).size]).toEqual([40, 40]);
  expect(await python.failure(`shades.suggestions.review(asked["acceptance"], [])`)).toMatchObject({
    status: 400,
  });
});

withPython('the owner manages members, keys and hooks, of a dataset and of a monitor', async () => {
  for (const [record, event, key, prefix] of [
    ['bolts', 'version.ready', 'create_key("Nightly", "editor")', 'sld_'],
    ['service.monitors("line-1")', 'session.started', 'create_key()', 'slk_'],
  ] as const) {
    const told = await python.run(`
one = ${record}
people = lambda: {each["uid"]: each["role"] for each in one.members.list()["people"]}
before = people()
set_to = [one.members.set("viewer", "editor"), people()["viewer"], one.members.set("viewer", "viewer")]
one.members.set("new@example.org", "viewer")
invited = [each["address"] for each in one.members.list()["invitations"]]
one.members.remove("new@example.org")
offered = one.members.set("editor", "owner")
to = one.members.list()["offer"]["to"]
one.members.end_offer()
made = one.hooks.make("http://127.0.0.1:9/", ["${event}"], name="Mine")
one.hooks.update(made["hook"], name="Yours")
listed = [[each["hook"] == made["hook"], each["name"], each["events"]] for each in one.hooks.list()]
tested = one.hooks.test(made["hook"])["delivered"]
attempts = len(one.hooks.get(made["hook"])["deliveries"])
one.hooks.delete(made["hook"])
key = one.${key}
live = [each["hash"] == key["hash"] for each in one.keys()]
one.revoke_key(key["hash"])
[before["viewer"], set_to, invited, offered, to, made["secret"][:6], listed, tested, attempts, one.hooks.list(), key["key"][:4], live, one.keys()]`);
    expect(told).toEqual([
      ...['viewer', [false, 'editor', false], ['new@example.org'], true, 'editor', 'whsec_'],
      ...[[[true, 'Yours', [event]]], false, 1, [], prefix, [true], []],
    ]);
  }
  front.requests.length = 0;
  front.faults.set([{ path: '/hook', method: 'POST', reset: 'after', times: 1 }]);
  const lost = await python.failure('bolts.hooks.make("http://127.0.0.1:9/", ["version.ready"])');
  expect(lost).toMatchObject({ kind: 'unreachable' });
  expect(asked('/hook')).toHaveLength(1);
});

withPython('a monitor is handed over, and its key is taken over', async () => {
  const as = (uid: string) =>
    `Sightline(${text(front.baseUrl)}, token=${text(tokenOf(uid, stack.projectId))}, retry=quick).monitors("line-1")`;
  const told = await python.run(`
before, later = ${as('owner')}, ${as('editor')}
holders = lambda: [each["holder"] for each in later.keys()]
key = before.create_key()
held = [holders()]
before.members.set("editor", "owner")
later.members.accept()
later.take_key(key["hash"])
held.append(holders())
[held, {each["uid"]: each["role"] for each in later.members.list()["people"]}]`);
  expect(told).toEqual([[['owner'], ['editor']], { editor: 'owner', owner: 'editor', viewer: 'viewer' }]);
  expect(await python.failure('before.members.accept()')).toMatchObject({ kind: 'refused', status: 409 });
});

withPython('all images of a filter are changed and taken back', async () => {
  const told = await python.run(`
line = service.datasets(service.create_dataset("Line", "MULTICLASS"))
for number in range(1, 4):
    service.monitors("line-1").upload(f"${folder}/{number}.jpg", dataset=line.id)
changed = line.images.change_all({"labelled": False, "shown": 3}, {"set": "TEST"})
tested = len(list(line.images.list(set=["TRAIN", "TEST"])))
undone = line.images.undo(changed["change"])
[changed["found"], changed["done"], changed["stale"], tested, undone["restored"], len(list(line.images.list(set="TEST")))]`);
  expect(told).toEqual([3, 3, 0, 3, 3, 0]);
  const failed = await python.failure(`line.images.change_all({"shown": 2}, {"set": "TEST"})`);
  expect(failed).toMatchObject({ status: 409 });
});

withPython('an archive goes in, in pieces', async () => {
  const state = await python.run(`
import sightline.upload
sightline.upload.PIECE = 256 * 1024
source = service.datasets(service.create_dataset("Source", "MULTICLASS"))
good = source.tags.create("good", key="g")
for number in range(1, 5):
    service.monitors("line-1").upload(f"${folder}/{number}.jpg", dataset=source.id, tag=good)
source.versions.make(group="image")
zip = source.versions.export("latest", "sightline").save(${text(folder)})
target = service.datasets(service.create_dataset("Target", "MULTICLASS"))
sent = []
id = target.imports.upload(zip, on_progress=lambda arrived, size: sent.append(arrived))
assert target.imports.check(id)["format"] == "sightline"
[target.imports.run(id)["progress"]["added"], sent[-1] == __import__("os").path.getsize(zip), sum(1 for each in target.images.list())]`);
  expect(state).toEqual([4, true, 4]);
});

withPython(
  'an upload makes one record although its answer is lost, by attempts that are one request',
  async () => {
    const before = (await records(stack, 'image')).size;
    front.faults.set([
      { path: '/image', reset: 'after', times: 2 },
      { path: '/image', status: 503, times: 1 },
      { path: '/image', status: 502, body: '<html>Bad gateway</html>', times: 1 },
      { path: '/image', status: 200, body: '<html>Log in to the hotel</html>', times: 1 },
      { path: '/image', reset: 'before', times: 1 },
    ]);
    const id = await python.run(
      `service.monitors("line-1").upload(${pathIn(folder, '2.jpg')}, name="a.jpg")`,
    );
    const tries = asked('/image');
    expect(tries).toHaveLength(7);
    expect(new Set(tries.map(({ path }) => path)).size).toBe(1);
    expect(new Set(tries.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
    const stored = await records(stack, 'image');
    expect([stored.has(id), stored.size]).toEqual([true, before + 1]);
  },
);

withPython('a lost answer: "already" after an own attempt is a success, otherwise an error', async () => {
  await python.run('line = service.monitors("line-1")');
  front.faults.set([{ path: '/start', reset: 'after', times: 1 }]);
  await python.run('line.start()');
  expect(liveState(stack, 'line-1')).toMatchObject({ status: true });
  expect(await python.failure('line.start()')).toMatchObject({
    status: 409,
    message: 'Error: Already started',
  });
  front.faults.set([{ path: '/start', status: 429, headers: { 'retry-after': '0' }, times: 1 }]);
  expect(await python.failure('line.start()')).toMatchObject({ status: 409 });
  const tokens = await python.run(`
tokens = []
def token():
    tokens.append(0)
    if len(tokens) < 3:
        raise OSError("no token")
own = Sightline(${text(front.baseUrl)}, retry=quick, token=token)
try:
    own.monitors("line-1").start()
except SightlineError as error:
    tokens.append(error.status)
tokens`);
  expect(tokens).toEqual([0, 0, 0, 409]);
  front.faults.set([{ path: '/stop', reset: 'after', times: 1 }]);
  await python.run('line.stop()');
});

withPython('changes of images are made once, and a version, whatever gets lost', async () => {
  const id = await python.run(`service.monitors("line-1").upload(${pathIn(folder, '3.jpg')}, name="b.jpg")`);
  front.faults.set([{ path: '/(images|version)', reset: 'after', times: 2 }]);
  const changed = await python.run(`bolts.images.change([{"image": "${id}", "tag": "good"}])`);
  expect(changed).toEqual([{ image: id, outcome: 'done', revision: 1 }]);
  const keys = asked('/images').map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  front.faults.set([{ path: '/version', reset: 'after', times: 2 }]);
  expect(await python.run('bolts.versions.make(group="image")["number"]')).toBe(1);
  expect(await python.run('len(list(bolts.versions.list()))')).toBe(1);
});

withPython('what may have been done is not sent again, unless it was refused before any work', async () => {
  for (const fault of [{ status: 503 }, { reset: 'before' as const }, { status: 200, body: 'Log in' }]) {
    front.requests.length = 0;
    front.faults.set([{ path: '/csv', times: 1, ...fault }]);
    await python.failure('bolts.csv()');
    expect(asked('/csv')).toHaveLength(1);
  }
  front.requests.length = 0;
  front.faults.set([{ path: '/csv', status: 429, headers: { 'retry-after': '0' }, times: 2 }]);
  expect(await python.run('bolts.csv()')).toMatchObject({ name: 'Bolts' });
  expect(asked('/csv')).toHaveLength(3);
});

withPython('errors say what happened', async () => {
  expect(await python.failure('service.datasets("nobody").versions.get()')).toMatchObject({
    ...{ kind: 'refused', status: 404, request_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
  });
  front.faults.set([{ path: '/csv', status: 307, headers: { location: `${front.baseUrl}/elsewhere` } }]);
  expect(await python.failure('bolts.csv()')).toMatchObject({
    ...{ kind: 'unexpected', status: 307, message: expect.stringContaining('a redirect') },
  });
  expect(asked('/elsewhere')).toEqual([]);
  front.faults.set([
    { path: '/version', status: 503, headers: { 'retry-after': '90' }, body: { error: 'Away' } },
  ]);
  expect(await python.failure('next(bolts.versions.list(deadline=30))')).toMatchObject({
    ...{ kind: 'refused', status: 503, retry_after: 90, message: 'Away' },
  });
  expect(asked('/bolts/version')).toHaveLength(1);
});

withPython('an attempt that hangs is repeated, within the deadline of the call', async () => {
  front.faults.set([{ path: '/version', hang: true, times: 1 }]);
  await python.run(
    `Sightline(${text(front.baseUrl)}, retry=RetryPolicy(base=0.01, timeout=1)).datasets("bolts").versions.get()`,
  );
  front.faults.set([{ path: '/(version|csv)', hang: true }]);
  for (const code of ['bolts.versions.get(deadline=0.3)', 'bolts.csv(deadline=0.3)'])
    expect(await python.failure(code)).toMatchObject({ kind: 'late', status: 0 });
});

withPython('an address without a server is reported as such, after all attempts', async () => {
  const closed = await startLossyFront(() => '');
  await closed.close();
  const code = `
tried = []
def token():
    tried.append(1)
Sightline(${text(closed.baseUrl)}, token=token, retry=RetryPolicy(attempts=3, base=0.01)).datasets("bolts").csv()`;
  expect(await python.failure(code)).toMatchObject({ kind: 'unreachable', status: 0 });
  // Nothing was sent, so even a call that must not be made twice is retried.
  expect(await python.run('len(tried)')).toBe(3);
});
