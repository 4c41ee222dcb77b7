const idForm = /^ANN-\d{4,}$/
export const isAnnotationId = (text: string): boolean => text.length <= 64 && idForm.test(text)

const digestForm = /^[0-9a-f]{16}$/
export const isDigest = (text: string): boolean => digestForm.test(text)
