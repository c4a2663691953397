import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followAccount } from './data/account.ts';
import { loadConfig } from './data/config.ts';
import { startFirebase } from './data/firebase.ts';
import { followOutbox } from './data/outbox/current.ts';
import { followUploads } from './data/uploads/visits.ts';

startFirebase(await loadConfig());
followOutbox();
followUploads();
void followAccount();
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
