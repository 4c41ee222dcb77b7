// Every command in every state and every convention: of a test that is named so the matrix tries all rows.
import './matrix.test.ts'
