export { endOffer as default } from './global-setup.ts';
