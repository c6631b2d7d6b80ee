package subscription_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	domain "selfcare/internal/domain/spending"
	"selfcare/internal/store/spending"
)

func TestAdvance_ACapThatIsReachedOrLiftedCountsAnewInTheNextCycle(t *testing.T) {
	for name, lifted := range map[string]bool{"reached": false, "lifted": true} {
		t.Run(name, func(t *testing.T) {
			b := newBook(t, "postpaid")
			s := b.begins()
			user := uuid.NewString()
			b.exec("INSERT INTO users (id, email, password_hash) VALUES (?, 'payer@selfcare.example', 'x')", user)
			desk := spending.Desk{Store: b.store}
			asked := spending.Asked{ID: uuid.NewString(), LineID: b.lineID, UserID: user, Now: s.From.Add(time.Hour)}
			require.NoError(t, desk.SetCap(ctx, asked, domain.Roaming, 5000))
			uses := func(id string, at time.Time) {
				_, err := spending.Intake{Store: b.store, Now: func() time.Time { return at }}.Count(ctx, []allowance.Event{{
					ID: id, MSISDN: "0570000001", Type: allowance.RoamingData, Unit: allowance.Megabyte, Amount: 1, Charged: 5000, UsedAt: at,
				}})
				require.NoError(t, err)
			}
			uses("cap-first", s.From.Add(2*time.Hour))
			require.Equal(t, contract.ServiceHome, b.now().Spend.Level)
			if lifted {
				asked.ID = uuid.NewString()
				require.NoError(t, desk.LiftCap(ctx, asked, domain.Roaming))
				require.Equal(t, contract.ServiceFull, b.now().Spend.Level)
			}
			s = b.now()
			next := b.advances(s, s.DueAt)
			require.Equal(t, s.Cycle+1, next.Cycle)
			require.Equal(t, contract.ServiceFull, next.Spend.Level)
			uses("cap-late", s.From.Add(3*time.Hour))
			require.Equal(t, contract.ServiceFull, b.now().Spend.Level, "what is reported late was of the last cycle")
			uses("cap-second", next.SpentFrom)
			require.Equal(t, contract.ServiceHome, b.now().Spend.Level)
		})
	}
}
