import type { Probot } from 'probot';
/**
 * Baton as a Probot app, for `probot run`, a Probot server of your own, or `createNodeMiddleware`. The credentials and
 * the webhook's secret are that server's; `BATON_AT_ONCE`, `BATON_SWEEP`, `BATON_AUDIT`, and `BATON_LOG_ACTOR` are read
 * from the environment. An event is received once what it asks for waits in line: work goes on after that, so the
 * process must go on too.
 *
 * @throws where GitHub does not know the App, or a setting is wrong
 */
export default function baton(app: Probot): Promise<void>;
