/**
 * Jest's Node environment with a plain global object. Jest's own looks up each global (`Math`, `Map`, `Object`) through an
 * interceptor and a proxy: suites that compute took two to six times as much processor time.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

export default class PlainGlobals extends TestEnvironment {
  constructor(...given) {
    const { createContext } = vm;
    // The superclass fills whatever context it is given.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
  }
}
