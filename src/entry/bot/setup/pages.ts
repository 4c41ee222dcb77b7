import { markup, pageOf, type Page } from '../html.ts'
import { events, permissions, type Choices } from './registration.ts'

export const forbiddenPage = (): Page =>
  pageOf(
    'Not allowed',
    markup`<p>This page needs the address that the bot printed when it was started. That address works in one browser, for an hour. Start the bot again with <code>--setup</code> to get another one.</p>`,
    { status: 403 },
  )

const permissionTable = markup`<table>
<thead><tr><th>Permission</th><th>Reason</th></tr></thead>
<tbody>${permissions.map(({ name, access, reason }) => markup`<tr><td><code>${name}: ${access}</code></td><td>${reason}</td></tr>`)}</tbody>
</table>
<p>It gets the events ${events.map((event, index) => markup`${index > 0 && ', '}<code>${event}</code>`)}.</p>`

/** The form for what the operator chooses. */
export const choicesPage = ({ name, organization, address }: Choices, problem?: string): Page =>
  pageOf(
    'Set up Baton',
    markup`<p>Baton acts as a GitHub App of your own. Choose a few values here; GitHub shows you the App before it is registered.</p>
${problem !== undefined && markup`<p class="problem" role="alert">${problem}</p>`}
<form method="post" action="/probot">
<label>Name of the App <input name="name" required maxlength="34" value="${name}"><small>It must be unique on GitHub.</small></label>
<label>Organization <input name="organization" maxlength="39" value="${organization}"><small>Leave it empty to register the App for your own account.</small></label>
<label>Public address <input name="address" type="url" required placeholder="https://baton.example.com" value="${address}"><small>Where GitHub can reach this bot over HTTPS; it may have a path. For a trial on this machine, an address such as http://localhost:3000 is accepted too.</small></label>
<button>Continue</button>
</form>
<h2>What the App may do</h2>
${permissionTable}`,
    { status: problem === undefined ? 200 : 400 },
  )

interface ConfirmOptions {
  /** Where the manifest is posted to. */
  readonly action: string
  readonly manifest: string
}

/** The button that takes the operator to GitHub. */
export const confirmPage = ({ name, organization, address }: Choices, { action, manifest }: ConfirmOptions): Page =>
  pageOf(
    'Register the App on GitHub',
    markup`<table>
<tr><th>Name</th><td>${name}</td></tr>
<tr><th>Owner</th><td>${organization === '' ? 'your account' : organization}</td></tr>
<tr><th>Public address</th><td>${address}</td></tr>
</table>
<form method="post" action="${action}">
<input type="hidden" name="manifest" value="${manifest}">
<p><button>Register on GitHub</button> <a href="/probot">Back</a></p>
</form>`,
    { formsTo: new URL(action).origin },
  )

interface DonePageOptions {
  readonly name: string
  /** The App's page. */
  readonly page: string
  /** The file that has the credentials; absent: they are downloaded with the word. */
  readonly file: string | undefined
  readonly downloadWord: string
}

const savedNote = (file: string) =>
  file === '.env'
    ? markup`<p>Its credentials are in the file <code>.env</code>, which the bot reads at each start from the folder that it is started in.</p>`
    : markup`<p>There was a file <code>.env</code> already, so the credentials are in <code>${file}</code>. Copy its lines to <code>.env</code> before the next start.</p>`

export const donePage = ({ name, page, file, downloadWord }: DonePageOptions): Page =>
  pageOf(
    `${name} is registered`,
    markup`${
      file === undefined
        ? markup`<p>The bot cannot make a new file for them: its folder is read-only, or has <code>.env</code> and <code>.env.baton</code> already. Download the credentials now: they are given out once. The bot starts when you have them; at its next start it needs them in its environment.</p>
<form method="post" action="/probot/env">
<input type="hidden" name="word" value="${downloadWord}">
<p><button>Download .env</button></p>
</form>`
        : savedNote(file)
    }
<p><a href="${page}/installations/new">Install the App</a> on the repositories that it is to look after.</p>`,
  )

export const failedPage = (reason: string): Page =>
  pageOf(
    'The App is not set up',
    markup`<p class="problem" role="alert">${reason}</p>
<p>If GitHub lists the App all the same, delete it there. <a href="/probot">Start again</a></p>`,
    { status: 502 },
  )
