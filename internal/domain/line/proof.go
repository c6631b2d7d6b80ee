package line

import (
	"time"

	"selfcare/internal/contract"
)

// proofGrace is how long after the end of a push its answer may still be on the way to our database.
const proofGrace = 10 * time.Second

// proofStages maps the answer in the identity app to the stage of a proof.
var proofStages = map[contract.IdentityStatus]contract.LineProofStage{
	contract.IdentityCompleted: contract.ProofConfirmed,
	contract.IdentityRejected:  contract.ProofRejected,
	contract.IdentityUnknown:   contract.ProofUnknown,
}

// Answered returns a proof after the answer in the identity app. Without an answer in time it has expired.
func Answered(p contract.LineProof, status contract.IdentityStatus) contract.LineProof {
	p.Stage = contract.ProofExpired
	if stage, known := proofStages[status]; known {
		p.Stage = stage
	}
	return p
}

// ValidatePush refuses a second push while one is open, unless the same user asks for the same change, for example in another
// tab.
func ValidatePush(open, asked contract.LineProof) error {
	if open.Stage == "" || open.UserID != asked.UserID || open.Change != asked.Change {
		return contract.Refuse(contract.FailIdentityInProgress)
	}
	return nil
}

// ShownProof returns a proof at a moment: a proof that waits beyond its end has expired, even before the worker writes that.
func ShownProof(p contract.LineProof, now time.Time) contract.LineProof {
	if p.Stage == contract.ProofWaiting && now.After(p.ExpiresAt.Add(proofGrace)) {
		p.Stage = contract.ProofExpired
	}
	return p
}
