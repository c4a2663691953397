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
  asking('setMonitorMember', 200, 'PUT /monitor/line-1/members/new.colleague%40example.org', {
    json: { role: 'viewer' },
  }),
  asking('listMonitorMembers', 200, 'GET /monitor/line-1/members'),
  asking('removeMonitorMember', 200, 'DELETE /monitor/line-1/members/new.colleague%40example.org'),
  asking('deleteTag', 200, 'DELETE /dataset/bolts/tag/missing_thread', { json: { into: 'rusty' } }),
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
  asking('changeMonitor', 200, 'PATCH /monitor/press-3', { as: 'admin', json: { review: 10 } }),
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
  asking('deleteMonitor', 200, 'DELETE /monitor/press-3', { as: 'admin' }),
];
