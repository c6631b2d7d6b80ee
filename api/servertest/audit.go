package servertest

import "selfcare/api/gen"

type AuditPage struct{ Items []gen.AuditEntry }
