module rooklift-driver

go 1.18

require github.com/rooklift/sgf v0.0.0
