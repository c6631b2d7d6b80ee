package servertest

import "fmt"

// SellGames puts a refundable and a non-refundable brand on sale.
func (r *Rig) SellGames() {
	r.T.Helper()
	r.Exec("INSERT INTO game_brands VALUES ('play', 'Play', 'بلاي', 'Type it', 'اكتبه', true, 0), ('fire', 'Fire', 'فاير', 'Type it', 'اكتبه', false, 1) ON CONFLICT DO NOTHING")
	r.Exec(`INSERT INTO games VALUES ('play-50', 'play', '10 SAR', '10 ريال', 'PLAY-10', 1000, 900, true, 0), ('play-old', 'play', 'Old', 'قديم', 'PLAY-OLD', 1000, 900, false, 1),
		('fire-100', 'fire', '100 diamonds', '100 جوهرة', 'FIRE-100', 500, 450, true, 0) ON CONFLICT DO NOTHING`)
}

// GameBody returns the body that buys a game code for an e-mail and a mobile.
func GameBody(denomination, way string, more ...string) string {
	wanted := fmt.Sprintf(`"denominationId":%q,"email":"gamer@selfcare.example","mobile":"0550000001"`, denomination)
	for _, each := range more {
		wanted += "," + each
	}
	pay := `{"way":"balance"}`
	if way == "card" {
		pay = `{"way":"card","cardToken":"tok_0123456789abcdef"}`
	}
	return `{"kind":"game","game":{` + wanted + `},"pay":` + pay + `}`
}
