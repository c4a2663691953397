/** Example requests of the routes of Contract 9: they create, change and delete a dataset and a monitor. */
import { type Asking, asking, refused } from './asking.ts';

export const MANAGED: readonly Asking[] = [
  asking('listDatasets', 200, 'GET /dataset', { as: 'viewer' }),
  asking('makeDataset', 200, 'POST /dataset', {
    as: 'admin',
    json: {
      name: 'Screws of press 3',
      type: 'MULTICLASS',
      tags: [
        { name: 'good', color: '#2e9e5b', key: 'g' },
        { name: 'scratched', color: '#d64545', key: 's' },
      ],
      id: 'screws',
    },
  }),
  asking(
    'makeDataset',
    409,
    'POST /dataset',
    refused('taken', 'Id is taken', {
      as: 'admin',
      json: { name: 'Screws', type: 'MULTICLASS', id: 'screws' },
    }),
  ),
  asking(
    'makeDataset',
    403,
    'POST /dataset',
    refused('viewer', 'The caller is not a creator', {
      as: 'viewer',
      json: { name: 'Screws', type: 'MULTICLASS' },
    }),
  ),
  asking('changeDataset', 200, 'PATCH /dataset/screws', { as: 'admin', json: { name: 'Screws' } }),
  asking(
    'changeDataset',
    409,
    'PATCH /dataset/bolts',
    refused('images', 'The dataset has images', { json: { type: 'ANOMALY' } }),
  ),
  asking('makeTag', 200, 'POST /dataset/bolts/tag', { json: { name: 'bent', color: '#7a5cc7', key: 'b' } }),
  asking(
    'makeTag',
    409,
    'POST /dataset/bolts/tag',
    refused('taken', 'Name is taken', { json: { name: 'good' } }),
  ),
  asking('changeTag', 200, 'PATCH /dataset/bolts/tag/rusty', { json: { color: '#a0522d', order: 2 } }),
  asking(
    'deleteTag',
    409,
    'DELETE /dataset/bolts/tag/missing_thread',
    refused('used', 'The tag is in use', { json: {} }),
  ),
  asking('setDatasetMember', 200, 'PUT /dataset/bolts/members/stranger%40sightline.test', {
    json: { role: 'viewer' },
  }),
  asking('listDatasetMembers', 200, 'GET /dataset/bolts/members'),
  asking(
    'setDatasetMember',
    403,
    'PUT /dataset/bolts/members/viewer',
    refused('editor', 'Caller is not the owner', { as: 'editor', json: { role: 'editor' } }),
  ),
  asking(
    'setDatasetMember',
    404,
    'PUT /dataset/bolts/members/nobody',
    refused('person', 'No such person', { json: { role: 'viewer' } }),
  ),
  asking('setDatasetMember', 200, 'PUT /dataset/bolts/members/stranger', {
    name: 'offered',
    summary: 'Ownership is offered',
    json: { role: 'owner' },
  }),
  asking('listDatasets', 200, 'GET /dataset', {
    name: 'offered',
    summary: 'A dataset is offered to the caller',
    as: 'stranger',
  }),
  asking(
    'acceptDataset',
    409,
    'POST /dataset/bolts/members/accept',
    refused('other', 'It is offered to somebody else', { as: 'editor' }),
  ),
  asking('endDatasetOffer', 200, 'DELETE /dataset/bolts/members/accept', { as: 'stranger' }),
  asking('removeDatasetMember', 200, 'DELETE /dataset/bolts/members/stranger', { as: 'stranger' }),
  asking(
    'removeDatasetMember',
    409,
    'DELETE /dataset/bolts/members/owner',
    refused('owner', 'The owner cannot leave'),
  ),
  asking('admitMonitor', 200, 'PUT /dataset/bolts/monitors/line-2'),
  asking(
    'admitMonitor',
    404,
    'PUT /dataset/bolts/monitors/line-9',
    refused('monitor', 'No such monitor, or the caller may not run it'),
  ),
  asking('listAdmittedMonitors', 200, 'GET /dataset/bolts/monitors', { as: 'viewer' }),
  asking('dismissMonitor', 200, 'DELETE /dataset/bolts/monitors/line-2'),
  asking('makeDatasetKey', 200, 'POST /dataset/bolts/keys', {
    json: { name: 'Nightly training', role: 'editor' },
  }),
  asking('listDatasetKeys', 200, 'GET /dataset/bolts/keys'),
  asking(
    'makeDatasetKey',
    403,
    'POST /dataset/bolts/keys',
    refused('editor', 'Caller is not the owner', { as: 'editor', json: { name: 'Mine', role: 'viewer' } }),
  ),
  asking(
    'revokeDatasetKey',
    404,
    'DELETE /dataset/bolts/keys/0123456789ab',
    refused('missing', 'No such key'),
  ),
  asking('makeHook', 200, 'POST /dataset/bolts/hook', {
    json: {
      url: 'https://hooks.example.com/sightline',
      events: ['version.ready', 'run.ready'],
      name: 'Chat',
    },
  }),
  asking(
    'makeHook',
    400,
    'POST /dataset/bolts/hook',
    refused('plain', 'Not https', {
      json: { url: 'http://hooks.example.com/sightline', events: ['version.ready'] },
    }),
  ),
  asking('listHooks', 200, 'GET /dataset/bolts/hook'),
  asking(
    'listHooks',
    403,
    'GET /dataset/bolts/hook',
    refused('editor', 'Caller is not the owner', { as: 'editor' }),
  ),
  asking('showHook', 404, 'GET /dataset/bolts/hook/none', refused('missing', 'No such hook')),
  asking(
    'changeHook',
    404,
    'PATCH /dataset/bolts/hook/none',
    refused('missing', 'No such hook', { json: { events: ['import.done'] } }),
  ),
  asking('deleteHook', 404, 'DELETE /dataset/bolts/hook/none', refused('missing', 'No such hook')),
  asking('testHook', 404, 'POST /dataset/bolts/hook/none/test', refused('missing', 'No such hook')),
  asking('setMonitorMember', 200, 'PUT /monitor/line-1/members/new.colleague%40example.org', {
    json: { role: 'viewer' },
  }),
  asking('listMonitorMembers', 200, 'GET /monitor/line-1/members'),
  asking('setMonitorMember', 200, 'PUT /monitor/line-1/members/editor', {
    name: 'offered',
    summary: 'Ownership is offered',
    json: { role: 'owner' },
  }),
  asking('endMonitorOffer', 200, 'DELETE /monitor/line-1/members/accept'),
  asking('removeMonitorMember', 200, 'DELETE /monitor/line-1/members/new.colleague%40example.org'),
  asking('deleteTag', 200, 'DELETE /dataset/bolts/tag/missing_thread', { json: { into: 'rusty' } }),
  asking('setDatasetMember', 200, 'PUT /dataset/screws/members/owner', {
    as: 'admin',
    name: 'new',
    summary: 'Ownership of a new dataset is offered',
    json: { role: 'owner' },
  }),
  asking('acceptDataset', 200, 'POST /dataset/screws/members/accept'),
  asking('deleteDataset', 200, 'DELETE /dataset/screws', { as: 'admin', json: { confirm: 'Screws' } }),
  asking(
    'deleteDataset',
    400,
    'DELETE /dataset/bolts',
    refused('confirm', 'Wrong name', { json: { confirm: 'nuts' } }),
  ),
  asking('restoreDataset', 200, 'POST /dataset/screws/restore', { as: 'admin' }),
  asking('listMonitors', 200, 'GET /monitor', { as: 'viewer' }),
  asking('makeMonitor', 200, 'POST /monitor', {
    as: 'admin',
    json: { name: 'Press 3', dataset: 'screws', review: 5, id: 'press-3' },
  }),
  asking('changeMonitor', 200, 'PATCH /monitor/press-3', { as: 'admin', json: { review: 10, expected: 30 } }),
  asking('makeKey', 200, 'POST /monitor/press-3/keys', { as: 'admin' }),
  asking('listKeys', 200, 'GET /monitor/press-3/keys', { as: 'admin' }),
  asking(
    'takeKey',
    404,
    'PUT /monitor/press-3/keys/0123456789ab',
    refused('missing', 'No such key', { as: 'admin' }),
  ),
  asking(
    'revokeKey',
    404,
    'DELETE /monitor/press-3/keys/0123456789ab',
    refused('missing', 'No such key', { as: 'admin' }),
  ),
  asking('askCommand', 200, 'POST /monitor/line-1/command', {
    json: { command: 'settings', params: { exposure: 12.5 } },
  }),
  asking('listCommands', 200, 'GET /monitor/line-1/command?after=0&wait=5'),
  asking('tellCommand', 200, 'POST /monitor/line-1/command/1', { json: { state: 'taken', by: 'line-1' } }),
  asking('tellCommand', 200, 'POST /monitor/line-1/command/1', {
    name: 'ended',
    summary: 'It is done',
    json: { state: 'done', message: 'Exposure 12.5 ms' },
  }),
  asking(
    'tellCommand',
    404,
    'POST /monitor/line-1/command/7',
    refused('missing', 'No such command', { json: { state: 'taken' } }),
  ),
  asking(
    'makeToken',
    403,
    'POST /monitor/line-1/token',
    refused('person', 'No device key', { json: { flow: ['exposure'] } }),
  ),
  asking('makeMonitorHook', 200, 'POST /monitor/line-1/hook', {
    json: {
      url: 'https://hooks.example.com/sightline',
      events: ['session.started', 'monitor.silent', 'monitor.back'],
      name: 'Chat',
    },
  }),
  asking('listMonitorHooks', 200, 'GET /monitor/line-1/hook'),
  ...(
    [
      ['showMonitorHook', 'GET /monitor/line-1/hook/none', {}],
      ['changeMonitorHook', 'PATCH /monitor/line-1/hook/none', { json: { name: 'Mail' } }],
      ['deleteMonitorHook', 'DELETE /monitor/line-1/hook/none', {}],
      ['testMonitorHook', 'POST /monitor/line-1/hook/none/test', {}],
    ] as const
  ).map(([operation, request, more]) =>
    asking(operation, 404, request, refused('missing', 'No such hook', more)),
  ),
  asking('setMonitorMember', 200, 'PUT /monitor/press-3/members/owner', {
    as: 'admin',
    name: 'new',
    summary: 'Ownership of a new monitor is offered',
    json: { role: 'owner' },
  }),
  asking('acceptMonitor', 200, 'POST /monitor/press-3/members/accept'),
  asking('deleteMonitor', 200, 'DELETE /monitor/press-3', { as: 'admin' }),
];
