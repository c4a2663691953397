/**
 * Jest's Node environment with a plain global object. Jest's own looks up each global (`Math`, `Map`, `Object`) through an
 * interceptor and a proxy: suites that compute took two to six times as much processor time.
 */
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { followOutput } from './failed-output.mjs';
import { forbidProcesses } from './no-processes.mjs';
import { startCosts } from './suite-costs.mjs';

/** Each of up to eight workers has ports of its own: a port may be chosen seconds before a program listens on it. */
function sharePorts() {
  const share = (Number(process.env.JEST_WORKER_ID ?? 1) - 1) % 8;
  const first = 10_240 + share * 2_816;
  process.env.FREE_PORTS = `${first}-${first + 2_815}`;
}

/**
 * Ends with a suite what it has planned for later, such as a publication of counters: its modules are gone by then, and its output
 * would be that of the next suite of the worker.
 */
function ownTimers(global) {
  const timers = new Set();
  const { setTimeout: start } = global;
  const own = (run, wait, ...given) => {
    const fire = (...values) => {
      timers.delete(timer);
      run(...values);
    };
    const timer = start(fire, wait, ...given);
    timers.add(timer);
    return timer;
  };
  global.setTimeout = Object.defineProperties(own, Object.getOwnPropertyDescriptors(start));
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Suites that neither start a process nor listen. */
const PURE = /\/test\/(unit|web)\//;

export default class PlainGlobals extends TestEnvironment {
  #endCosts;
  #allowProcesses;
  #endTimers;
  #output = followOutput();

  constructor(...given) {
    sharePorts();
    const { createContext } = vm;
    // The superclass fills whatever context it is given.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
    // For test/outside.mjs. What is loaded there must know a suite's dates.
    this.global[Symbol.for('sightline.outside')] = createRequire(import.meta.url);
    this.global.Date = Date;
    this.#endTimers = ownTimers(this.global);
    this.#endCosts = startCosts(given[1].testPath);
    if (PURE.test(given[1].testPath)) this.#allowProcesses = forbidProcesses();
  }

  handleTestEvent({ name, test }) {
    if (name === 'test_done') this.#output.endTest(test);
  }

  async teardown() {
    this.#output.stop();
    this.#allowProcesses?.();
    this.#endTimers?.();
    this.#endCosts?.();
    await super.teardown();
  }
}
