import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Activity, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-aria-components';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { usePerson, useSignInEnded, wasSignedIn } from '../data/account.ts';
import { isAway } from '../data/persist.ts';
import { TextProvider, useText } from '../text/use-text.tsx';
import { CommandMenu } from './command-menu.tsx';
import { appCommands, searchCommand } from './commands.ts';
import { runKey, useKeys } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { WholeOutline } from './outline.tsx';
import { addresses } from './places/addresses.ts';
import { Shell } from './shell.tsx';
import { SignOutDialog } from './sign-out.tsx';
import { ErrorBoundary } from './state/error-boundary.tsx';
import { Notices } from './state/notices.tsx';
import { useCommands } from './use-commands.ts';

/** A page whose code is loaded when it is first opened. */
const page = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

const SignIn = page(() => import('../pages/sign-in/sign-in.tsx'), 'SignIn');
const Home = page(() => import('../pages/home/home.tsx'), 'Home');
const Dataset = page(() => import('../pages/dataset/dataset.tsx'), 'Dataset');
const Review = page(() => import('../pages/review/review.tsx'), 'Review');
const EditorPage = page(() => import('../pages/editor/editor-page.tsx'), 'EditorPage');
const Wall = page(() => import('../pages/wall/wall.tsx'), 'Wall');
const Monitor = page(() => import('../pages/monitor/monitor.tsx'), 'Monitor');
const DatasetPeople = page(() => import('../pages/people/people.tsx'), 'DatasetPeople');
const MonitorPeople = page(() => import('../pages/people/people.tsx'), 'MonitorPeople');
const Trash = page(() => import('../pages/trash/trash.tsx'), 'Trash');
const DatasetSettings = page(() => import('../pages/settings/dataset-settings.tsx'), 'DatasetSettings');
const MonitorSettings = page(() => import('../pages/settings/monitor-settings.tsx'), 'MonitorSettings');
const Versions = page(() => import('../pages/versions/versions.tsx'), 'Versions');
const Version = page(() => import('../pages/versions/version.tsx'), 'Version');
const NewVersion = page(() => import('../pages/versions/new-version.tsx'), 'NewVersion');
const VersionDiff = page(() => import('../pages/versions/version-diff.tsx'), 'VersionDiff');
const Import = page(() => import('../pages/import/import.tsx'), 'Import');
const Missing = page(() => import('../pages/missing.tsx'), 'Missing');

/** Milliseconds until a failed request is repeated. */
const RETRY_AFTER = 5_000;

/** Whether the request may succeed later. Errors of Firebase's SDK may pass too. */
const mayPass = (error: Error): boolean => !(error instanceof SightlineError) || isAway(error);

/** Answers of the service are cached while a page is open, and requested again when it is reopened or after a failure. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchInterval: ({ state: { error } }) => (error && mayPass(error) ? RETRY_AFTER : false),
      networkMode: 'always',
    },
  },
});

export function App() {
  return (
    <TextProvider>
      <QueryClientProvider client={queries}>
        <Navigation>
          <Pages />
          <Notices />
        </Navigation>
      </QueryClientProvider>
    </TextProvider>
  );
}

/** Sends React Aria's links through the router. The API documentation is not part of the console, so the browser loads it. */
function Navigation({ children }: { children: ReactNode }) {
  const [, go] = useLocation();
  const navigate = (href: string) => (href === addresses.docs ? location.assign(href) : go(href));
  return <RouterProvider navigate={navigate}>{children}</RouterProvider>;
}

function Pages() {
  const person = usePerson();
  const hasEnded = useSignInEnded();
  const [path] = useLocation();
  if (person === undefined)
    return wasSignedIn() ? (
      <Shell>
        <WholeOutline />
      </Shell>
    ) : null;
  if (person === null)
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    );
  const kept = (
    // A different user starts with a fresh state.
    <Activity key={person.uid} mode={hasEnded ? 'hidden' : 'visible'}>
      <GlobalKeys />
      <Shell>
        <ErrorBoundary page={path}>
          <Suspense fallback={<WholeOutline />}>
            <Routes />
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <CommandMenu />
      <KeysDialog />
      <SignOutDialog />
    </Activity>
  );
  return (
    <>
      {kept}
      {hasEnded && (
        <Suspense>
          <SignIn />
        </Suspense>
      )}
    </>
  );
}

function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Home />
      </Route>
      <Route path="/datasets/:id">{({ id }) => <Dataset key={id} id={id} />}</Route>
      <Route path="/datasets/:id/review">{({ id }) => <Review key={id} id={id} />}</Route>
      <Route path="/datasets/:id/versions">{({ id }) => <Versions key={id} id={id} />}</Route>
      <Route path="/datasets/:id/versions/new">{({ id }) => <NewVersion key={id} id={id} />}</Route>
      <Route path="/datasets/:id/versions/:number">
        {({ id, number }) => <Version key={`${id} ${number}`} id={id} number={number} />}
      </Route>
      <Route path="/datasets/:id/versions/:before/diff/:after">
        {({ id, before, after }) => <VersionDiff key={id} id={id} before={before} after={after} />}
      </Route>
      <Route path="/datasets/:id/images/:image">
        {({ id, image }) => <EditorPage key={id} id={id} image={image} />}
      </Route>
      <Route path="/datasets/:id/import">{({ id }) => <Import key={id} id={id} />}</Route>
      <Route path="/datasets/:id/people">{({ id }) => <DatasetPeople key={id} id={id} />}</Route>
      <Route path="/datasets/:id/trash">{({ id }) => <Trash key={id} id={id} />}</Route>
      <Route path="/datasets/:id/settings">{({ id }) => <DatasetSettings key={id} id={id} />}</Route>
      <Route path="/monitors">
        <Wall />
      </Route>
      <Route path="/monitors/:id">{({ id }) => <Monitor key={id} id={id} />}</Route>
      <Route path="/monitors/:id/people">{({ id }) => <MonitorPeople key={id} id={id} />}</Route>
      <Route path="/monitors/:id/settings">{({ id }) => <MonitorSettings key={id} id={id} />}</Route>
      <Route path="/index.html">
        <Redirect to="/" replace />
      </Route>
      <Route>
        <Missing />
      </Route>
    </Switch>
  );
}

function GlobalKeys() {
  const text = useText();
  useEffect(() => {
    window.addEventListener('keydown', runKey);
    return () => window.removeEventListener('keydown', runKey);
  }, []);
  useCommands(Object.values(appCommands(text)), text.everywhere);
  useKeys(text.everywhere, [searchCommand(text)]);
  return null;
}
