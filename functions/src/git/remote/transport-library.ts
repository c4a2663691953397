/** Loaded by what speaks to a remote, and by nothing else. A file of its own: a bundle gives names only to static imports of CommonJS. */
export { fetch, listServerRefs, push } from 'isomorphic-git';
