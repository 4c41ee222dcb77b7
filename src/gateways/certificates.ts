/** The codes by which Node says that it does not trust a certificate, or that it is none for this host. */
export const untrusted = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_/

export const certificateAdvice =
  'Its certificate is not trusted here: name the PEM file of the authority that signed it in NODE_EXTRA_CA_CERTS, in the environment and not in the file .env, which is read too late.'
