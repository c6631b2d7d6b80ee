package line

import (
	"time"

	"selfcare/internal/contract"
)

// proofGrace is how long after its end the answer to a push may still be on its way to our database.
const proofGrace = 10 * time.Second

// proofStages say what an answer in the identity app makes of a proof.
var proofStages = map[contract.IdentityStatus]contract.LineProofStage{
	contract.IdentityCompleted: contract.ProofConfirmed,
	contract.IdentityRejected:  contract.ProofRejected,
	contract.IdentityUnknown:   contract.ProofUnknown,
}

// Answered is a proof after the answer in the identity app. Where there is none in time, it has expired.
func Answered(p contract.LineProof, status contract.IdentityStatus) contract.LineProof {
	p.Stage = contract.ProofExpired
	if stage, known := proofStages[status]; known {
		p.Stage = stage
	}
	return p
}

// ValidatePush refuses whoever asks for a push while one is open, unless it is the same person about the same thing: another tab.
func ValidatePush(open, asked contract.LineProof) error {
	if open.Stage == "" || open.UserID != asked.UserID || open.Change != asked.Change {
		return contract.Refuse(contract.FailIdentityInProgress)
	}
	return nil
}

// ShownProof is a proof as it stands at a moment: one that waited beyond its end has expired, whoever was to write that.
func ShownProof(p contract.LineProof, now time.Time) contract.LineProof {
	if p.Stage == contract.ProofWaiting && now.After(p.ExpiresAt.Add(proofGrace)) {
		p.Stage = contract.ProofExpired
	}
	return p
}
